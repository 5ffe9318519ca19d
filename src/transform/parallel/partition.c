/* The iterations of a loop in blocks, or in cyclic parts. */
#include "transform/parallel/partition.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"

enum { MOST_SIZE = 1 << 20 };

gboolean
ihop_partition_read (IhopTransformStep *step, const char *word, IhopHeader *header)
{
  return ihop_header_of (step, word, header) && ihop_require_unit_step (step, header, FALSE)
         && ihop_require_repeatable_header (step, header) && ihop_require_single_exit (step, header)
         && ihop_require_returning_calls (step, header) && ihop_require_copyable (step, header->body)
         && ihop_require_dead_counter (step, header);
}

gboolean
ihop_partition_size (IhopTransformStep *step, const char *word, gint64 *size)
{
  return ihop_args_number (step, word, N_ ("the size of a strip"), 2, MOST_SIZE, size);
}

IhopPartition
ihop_partition_blocks (IhopBuild *build, const IhopHeader *header, gint64 size)
{
  return (IhopPartition){ .build = build, .header = header, .size = size,
                          .part = ihop_make_variable (build, header->iterator, NULL, "strip") };
}

IhopPartition
ihop_partition_cyclic (IhopBuild *build, const IhopHeader *header, gint64 n)
{
  return (IhopPartition){ .build = build, .header = header, .n = n, .part = ihop_make_counter (build, header, "lane") };
}

/* How many parts: (n + 1023) / 1024. */
static const IhopNode *
count (const IhopPartition *self)
{
  gint64 trips = ihop_header_trips (self->header);
  IhopBuild *build = self->build;

  if (self->size == 0)
    return ihop_make_integer (build, self->n);
  if (trips >= 0)
    return ihop_make_integer (build, (trips + self->size - 1) / self->size);
  const IhopNode *rounded_up = ihop_make_plus (build, ihop_header_count (build, self->header), self->size - 1);
  return ihop_make_binary (build, IHOP_OP_DIV, rounded_up, ihop_make_integer (build, self->size));
}

/* How many elements: an array of none is no C. */
static const IhopNode *
elements (const IhopPartition *self)
{
  const IhopNode *parts = count (self), *one = ihop_make_integer (self->build, 1);
  gint64 constant;

  if (ihop_constant_of (parts, &constant))
    return constant > 0 ? parts : one;
  return ihop_make_conditional (self->build, ihop_header_condition (self->build, self->header), parts, one);
}

IhopSymbol *
ihop_partition_array (const IhopPartition *self, const IhopSymbol *like, const IhopType *element, const char *ending)
{
  g_autofree char *name = g_strdup_printf ("%s_%s", like->name, ending);
  IhopSymbol *symbol = ihop_make_variable (self->build, self->header->iterator, element, name);

  symbol->type = symbol->declared_type = ihop_type_array_of (self->build, symbol->type, elements (self));
  return symbol;
}

const IhopNode *
ihop_partition_element (const IhopPartition *self, IhopSymbol *array)
{
  return ihop_make_index (self->build, ihop_make_ref (self->build, array), ihop_make_ref (self->build, self->part));
}

static const IhopNode *
inner_block (const IhopPartition *self, const IhopNode *body)
{
  const IhopHeader *header = self->header;
  IhopBuild *build = self->build;
  const IhopNode *distance = ihop_make_binary (build, IHOP_OP_MUL, ihop_make_ref (build, self->part),
                                               ihop_make_integer (build, self->size));
  const IhopNode *lower = ihop_make_binary (build, IHOP_OP_ADD, header->lower, distance);
  const IhopNode *end = ihop_make_plus (build, lower, self->size - (header->relation == IHOP_OP_LE));
  gint64 trips = ihop_header_trips (header);

  if (trips < 0 || trips % self->size)
    end = ihop_make_min (build, end, header->bound);
  return ihop_make_for (build, header->loop, header->iterator, header->declared_here, lower, header->relation, end, 1, body);
}

static const IhopNode *
inner_cyclic (const IhopPartition *self, const IhopNode *body)
{
  const IhopHeader *header = self->header;
  IhopBuild *build = self->build;
  const IhopNode *distance = ihop_make_ref (build, self->part);

  if (header->step != 1)
    distance = ihop_make_binary (build, IHOP_OP_MUL, distance, ihop_make_integer (build, ABS (header->step)));
  const IhopNode *lower
    = ihop_make_binary (build, header->step > 0 ? IHOP_OP_ADD : IHOP_OP_SUB, header->lower, distance);
  return ihop_make_for (build, header->loop, header->iterator, header->declared_here, lower, header->relation,
                        header->bound, header->step * self->n, body);
}

const IhopNode *
ihop_partition_inner (const IhopPartition *self, const IhopNode *body)
{
  return self->size ? inner_block (self, body) : inner_cyclic (self, body);
}

static const IhopNode *
loop_over (const IhopPartition *self, const IhopNode *parts, GPtrArray *statements)
{
  const IhopNode *first = ihop_make_integer (self->build, 0);
  const IhopNode *body = ihop_make_body (self->build, statements);
  const IhopNode *loop
    = ihop_make_for (self->build, self->header->loop, self->part, TRUE, first, IHOP_OP_LT, parts, 1, body);

  return ihop_copy (self->build, loop, NULL);
}

const IhopNode *
ihop_partition_outer (const IhopPartition *self, GPtrArray *statements)
{
  return loop_over (self, count (self), statements);
}

const IhopNode *
ihop_partition_first (const IhopPartition *self, gint64 n, GPtrArray *statements)
{
  return loop_over (self, ihop_make_integer (self->build, n), statements);
}

static gboolean
find_width (const IhopNode *node, gpointer data)
{
  guint64 *width = data;

  if (node->type && ihop_type_is_integer (node->type))
    *width = MAX (*width, ihop_type_strip (node->type)->size);
  return TRUE;
}

const IhopType *
ihop_partition_modular_type (const IhopNode *const *nodes, guint n)
{
  guint64 width = 4;

  for (guint i = 0; i < n; i++)
    ihop_node_walk (nodes[i], find_width, &width);
  return width > 4 ? &ihop_type_unsigned_long : &ihop_type_unsigned;
}
