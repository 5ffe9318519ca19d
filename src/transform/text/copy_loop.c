/* copy-loop: "memcpy (u, w, n * sizeof *u);" becomes the loop that it stands for, so that it can run where the arrays are (the
 * converse of loop idiom recognition).
 *
 * The proof: the library says that the two do not overlap (C17 7.24.2.1), so that the order of elements does not matter. Both are
 * named as numbers of one type, and a whole number of these is copied. memset stores bytes: only where all elements then hold a
 * number that can be written down. What is asked for in each iteration anew is kept in variables, unless nothing can change it. */
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/library_effects.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopFunction *function;
  const IhopNode *statement, *call;
  gboolean is_fill;          /* memset */
  const IhopType *element;   /* that the outermost loop counts: a number, or a row of them */
  const IhopType *size_type; /* of the call's last argument */
  const IhopType *count_type; /* that elements are counted in */
  IhopBuild *build;
  GPtrArray *news;           /* of const IhopNode *: what comes in the call's place */
} CopyLoop;

/* ---- the call ---- */

typedef struct
{
  gint64 line;
  const IhopNode *statement, *call;
} Search;

static const char *
library_name (const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);

  return callee && callee->storage != IHOP_STORAGE_STATIC && ihop_library_find (callee) && call->n_children == 4 ? callee->name : "";
}

static gboolean
find_call (const IhopNode *node, gpointer data)
{
  Search *search = data;
  const IhopNode *call = node->kind == IHOP_EXPRESSION ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (call == NULL || search->call || call->kind != IHOP_CALL || ihop_range_text_line (node->place) != search->line)
    return search->call == NULL;
  const char *name = library_name (call);
  if (g_str_equal (name, "memcpy") || g_str_equal (name, "memset"))
    {
      search->statement = node;
      search->call = call;
    }
  return search->call == NULL;
}

static gboolean
find (CopyLoop *self, gint64 line)
{
  Search search = { .line = line };

  ihop_node_walk (self->function->body, find_call, &search);
  self->statement = search.statement;
  self->call = search.call;
  if (search.call == NULL || ihop_facts_function (self->step->facts, ihop_call_callee (search.call)))
    {
      ihop_refuse (self->step, IHOP_T_NO_LOOP, NULL, "line %u of %s is no call of memcpy or memset that is a statement of its own", (guint) line,
                   self->function->symbol->name);
      return FALSE;
    }
  self->is_fill = g_str_equal (library_name (search.call), "memset");
  self->size_type = search.call->child[3]->type;
  return TRUE;
}

/* ---- what is copied ---- */

static gboolean
is_void_pointer (const IhopType *type)
{
  type = ihop_type_strip (type);
  return type->kind == IHOP_TYPE_POINTER && ihop_type_strip (type->target)->kind == IHOP_TYPE_VOID;
}

/* What an argument points to, before it became a void *; NULL: no numbers of a known type. */
static const IhopNode *
pointer_of (const IhopNode *argument)
{
  while (argument->kind == IHOP_PAREN
         || (argument->kind == IHOP_CAST && (argument->flags & IHOP_NODE_IMPLICIT || is_void_pointer (argument->type))))
    argument = argument->child[0];
  const IhopType *type = ihop_type_strip (argument->type);
  return type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY ? argument : NULL;
}

static const IhopType *
element_of (const IhopNode *pointer)
{
  return pointer ? ihop_type_strip (ihop_type_strip (pointer->type)->target) : NULL;
}

/* The number in rows of rows; NULL: something else, or one whose bytes its value does not say. */
static const IhopType *
number_of (const IhopType *type)
{
  while (type && type->kind == IHOP_TYPE_ARRAY && type->has_count)
    type = ihop_type_strip (type->target);
  gboolean is_number = type && (type->kind == IHOP_TYPE_INTEGER || type->kind == IHOP_TYPE_FLOATING) && type->size <= 8;
  return is_number && !ihop_type_is_bool (type) && !ihop_type_is_volatile (type) ? type : NULL;
}

static gboolean
refuse (CopyLoop *self, const IhopNode *node, IhopMessage *why)
{
  ihop_refuse_message (self->step, IHOP_T_SHAPE, node, why);
  return FALSE;
}

static gboolean
is_copied_by_number (CopyLoop *self)
{
  const IhopNode *to = pointer_of (self->call->child[1]), *from = self->is_fill ? to : pointer_of (self->call->child[2]);
  const IhopType *number = number_of (element_of (to)), *read = number_of (element_of (from));

  self->element = element_of (to);
  for (guint i = 1; i < 4; i++)
    if (ihop_node_effect (self->call->child[i]))
      return refuse (self, self->call->child[i], ihop_message ("working out this argument has an effect"));
  if (number == NULL || ihop_type_strip (to->type)->target == NULL)
    return refuse (self, self->call->child[1], ihop_message ("what is stored here are no numbers of a type that is seen"));
  if (read == NULL || !ihop_type_equal (self->element, element_of (from)))
    return refuse (self, self->call->child[2], ihop_message ("what is copied here has another type than what it is copied to"));
  return TRUE;
}

/* ---- how many ---- */

/* A factor without the conversions of its number to a size. */
static const IhopNode *
factor_of (const CopyLoop *self, const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, FALSE);

  while (bare->kind == IHOP_CAST && ihop_type_is_integer (bare->child[0]->type)
         && ((bare->flags & IHOP_NODE_IMPLICIT) || ihop_type_equal (bare->type, self->size_type)))
    bare = ihop_node_strip (bare->child[0], FALSE);
  return bare;
}

static gboolean
is_product (const CopyLoop *self, const IhopNode *node)
{
  return node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL && ihop_type_equal (node->type, self->size_type);
}

typedef struct
{
  guint ints, others;        /* factors of type int, of other types */
  gboolean is_divided;       /* the one that is an element's size was seen */
} Factors;

static void
count_factors (const CopyLoop *self, const IhopNode *size, Factors *factors)
{
  const IhopNode *bare = ihop_node_strip (size, TRUE);
  gint64 number;

  if (ihop_constant_of (bare, &number) && number == (gint64) self->element->size && !factors->is_divided)
    factors->is_divided = TRUE;
  else if (is_product (self, bare))
    {
      count_factors (self, bare->child[0], factors);
      count_factors (self, bare->child[1], factors);
    }
  else if (ihop_constant_of (bare, &number) || ihop_type_equal (factor_of (self, size)->type, &ihop_type_int))
    factors->ints++;
  else
    factors->others++;
}

/* Nobody copies a negative number of elements: one int counts them, and a product of two fits a long. */
static const IhopType *
choose_count_type (const CopyLoop *self)
{
  Factors factors = { 0 };

  count_factors (self, self->call->child[3], &factors);
  if (factors.others || factors.ints > 2)
    return self->size_type;
  return factors.ints < 2 ? &ihop_type_int : &ihop_type_long;
}

static const IhopNode *
counted (CopyLoop *self, const IhopNode *factor)
{
  return ihop_make_converted (self->build, self->count_type, factor_of (self, factor));
}

/* A product of sizes in the type that is counted in. */
static const IhopNode *
multiplied (CopyLoop *self, const IhopNode *product)
{
  const IhopNode *bare = ihop_node_strip (product, TRUE);

  return is_product (self, bare) ? ihop_make_binary (self->build, IHOP_OP_MUL, multiplied (self, bare->child[0]), multiplied (self, bare->child[1]))
                                 : counted (self, product);
}

/* "(n + 1) * sizeof *a" without the factor that is an element's bytes, in the order of the text; NULL: it has none.
 * "left" is what is left of it, in elements, where that is a number. */
static const IhopNode *
divided (CopyLoop *self, const IhopNode *bytes, gint64 *left)
{
  const IhopNode *bare = ihop_node_strip (bytes, TRUE);
  gint64 number;

  if (ihop_constant_of (bare, &number))
    {
      gint64 size = (gint64) self->element->size;
      *left = size > 0 && number >= 0 && number % size == 0 && number / size < 1 << 30 ? number / size : -1;
      return *left >= 0 ? ihop_make_constant (self->build, self->count_type, *left) : NULL;
    }
  if (self->element->size == 1 && !is_product (self, bare))
    return counted (self, bytes);
  for (guint i = 0; is_product (self, bare) && i < 2; i++)
    {
      gint64 rest = -1;
      const IhopNode *part = divided (self, bare->child[i], &rest), *other = bare->child[1 - i];
      if (part == NULL)
        continue;
      other = multiplied (self, other);
      return rest == 1 ? other
                       : ihop_make_binary (self->build, IHOP_OP_MUL, i == 0 ? part : other, i == 0 ? other : part);
    }
  return NULL;
}

/* ---- the loop ---- */

static gboolean
find_changeable (const IhopNode *node, gpointer data)
{
  gpointer *search = data;
  const CopyLoop *self = search[0];
  gboolean is_name = node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER;
  gboolean is_fixed = is_name && (ihop_type_strip (node->symbol->type)->kind == IHOP_TYPE_ARRAY
                                  || ihop_defs_is_tame (self->step->facts, self->function, node->symbol));

  if ((is_name && !is_fixed) || node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX
      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF))
    search[1] = (gpointer) node;
  return search[1] == NULL && node->kind != IHOP_SIZEOF;
}

/* The expression, or a variable that holds its value. */
static const IhopNode *
kept (CopyLoop *self, const IhopNode *value, const IhopType *type, const char *name)
{
  gpointer search[2] = { self, NULL };

  ihop_node_walk (value, find_changeable, search);
  if (search[1] == NULL)
    return value;
  IhopSymbol *variable = ihop_make_variable (self->build, NULL, type, name);
  ihop_append (self->news, ihop_make_declaration (self->build, variable, value));
  return ihop_make_ref (self->build, variable);
}

static const IhopNode *
kept_pointer (CopyLoop *self, guint argument, const char *name)
{
  const IhopNode *pointer = pointer_of (self->call->child[argument]);
  const IhopType *target = ihop_type_strip (pointer->type)->target;

  return kept (self, pointer, ihop_type_pointer_to (self->build, target), name);
}

/* What memset leaves in each number; FALSE: it cannot be written down. */
static gboolean
filled_value (CopyLoop *self, const IhopNode **value)
{
  const IhopType *number = number_of (self->element);
  gint64 byte;

  if (!ihop_constant_of (self->call->child[2], &byte))
    return refuse (self, self->call->child[2], ihop_message ("which byte this is is not known"));
  byte &= 255;
  gboolean is_signed = number->is_signed || number->size > 1;
  if (byte && (number->kind != IHOP_TYPE_INTEGER || (byte != 255 && number->size > 1)))
    return refuse (self, self->call->child[2], ihop_message ("the numbers that this byte makes cannot be written down"));
  *value = ihop_make_constant (self->build, number, is_signed ? (gint8) byte : byte);
  return TRUE;
}

/* Loops within each other need names of their own. */
static IhopSymbol *
new_iterator (CopyLoop *self, guint level)
{
  static const char *const names[] = { "i", "j", "k", "l" };

  return level < G_N_ELEMENTS (names) ? ihop_make_iterator (self->build, NULL, self->count_type, names[level], self->statement)
                                      : ihop_make_variable (self->build, NULL, self->count_type, "i");
}

/* "for (i = 0; i < count; i++) to[i] = …", with a loop for each extent of the rows. */
static const IhopNode *
loop_over (CopyLoop *self, guint level, const IhopType *element, const IhopNode *count, const IhopNode *to, const IhopNode *from)
{
  IhopSymbol *iterator = new_iterator (self, level);
  const IhopNode *ref = ihop_make_ref (self->build, iterator), *body;

  to = ihop_make_index (self->build, to, ref);
  from = self->is_fill ? from : ihop_make_index (self->build, from, ref);
  if (element->kind == IHOP_TYPE_ARRAY)
    body = loop_over (self, level + 1, ihop_type_strip (element->target),
                      ihop_make_constant (self->build, self->count_type, (gint64) element->count), to, from);
  else
    body = ihop_make_assignment (self->build, IHOP_OP_NONE, to, from);
  return ihop_make_for (self->build, self->statement, iterator, TRUE, ihop_make_integer (self->build, 0), IHOP_OP_LT, count, 1, body);
}

static IhopRewrite *
build (CopyLoop *self)
{
  gint64 left;
  const IhopNode *count, *to, *from = NULL;

  self->count_type = choose_count_type (self);
  count = divided (self, self->call->child[3], &left);
  if (count == NULL)
    {
      refuse (self, self->call->child[3], ihop_message ("this is not seen to be a number of elements times their size"));
      return NULL;
    }
  count = kept (self, count, self->count_type, "count");
  to = kept_pointer (self, 1, "to");
  if (self->is_fill && !filled_value (self, &from))
    return NULL;
  from = self->is_fill ? from : kept_pointer (self, 2, "from");
  ihop_append (self->news, loop_over (self, 0, self->element, count, to, from));
  GPtrArray *news = g_ptr_array_ref (self->news);
  if (news->len == 1)
    return ihop_build_finish (self->build, self->statement, 1, news);
  return ihop_build_finish_one (self->build, self->statement, ihop_make_body (self->build, news));
}

static IhopRewrite *
copy_loop_build (IhopTransformStep *step, char **words, guint n)
{
  CopyLoop self = { .step = step };
  gint64 line;

  if (!ihop_args_count (step, n, 2, 2) || !(self.function = ihop_args_function (step, words[0]))
      || !ihop_args_number (step, words[1], N_ ("the line"), 1, G_MAXINT32, &line) || !find (&self, line)
      || !is_copied_by_number (&self))
    return NULL;
  g_autoptr (IhopBuild) work = ihop_build_new (step, self.function);
  g_autoptr (GPtrArray) news = g_ptr_array_new ();
  self.build = work;
  self.news = news;
  return build (&self);
}

const IhopTransform ihop_transform_copy_loop = {
  .name = "copy-loop",
  .usage = "FUNCTION LINE",
  .summary = N_ ("A call of memcpy or memset becomes a loop"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = copy_loop_build,
};
