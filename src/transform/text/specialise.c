/* specialise: a loop, or a function's whole body, stands twice: once for one value of a variable, which is a number
 * there, and once for all others (procedure cloning; Cooper, Hall and Kennedy 1993; here in place, under a condition). */
#include "analysis/memory/definitions.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/printed_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/own_variable.h"
#include <string.h>

typedef struct
{
  const IhopFunction *function;
  const IhopNode *region; /* the loop, or the function's body */
  IhopSymbol *variable;
  gint64 value;
} Special;

static gboolean
read_region (IhopTransformStep *step, Special *self, const char *word)
{
  const IhopLoopName *name = NULL;

  if (strchr (word, '/') == NULL && strchr (word, ':') == NULL)
    {
      self->function = ihop_args_function (step, word);
      self->region = self->function ? self->function->body : NULL;
      return self->region != NULL;
    }
  name = ihop_args_loop (step, word);
  self->function = name ? name->function : NULL;
  self->region = name ? name->loop : NULL;
  return name != NULL;
}

static gboolean
refuse (IhopTransformStep *step, const Special *self, const char *id, const char *why)
{
  ihop_refuse (step, id, self->region, why, self->variable->name);
  return FALSE;
}

/* The question is asked once: the variable has to be the same from there on. */
static gboolean
read_variable (IhopTransformStep *step, Special *self, const char *name)
{
  const IhopNode *place = self->region;

  if (place == self->function->body && place->n_children)
    place = place->child[0];
  self->variable = ihop_args_variable (step, self->function, place, name);
  if (self->variable == NULL)
    {
      ihop_refuse (step, IHOP_T_ARGUMENTS, self->region, "there is no variable %s here", name);
      return FALSE;
    }
  if (!ihop_type_is_integer (self->variable->type))
    return refuse (step, self, IHOP_T_STORAGE, N_ ("%s is no integer"));
  if (ihop_type_is_volatile (self->variable->type)
      || ihop_defs_may_change (step->facts, self->function, self->region, self->variable))
    return refuse (step, self, IHOP_T_STORAGE, N_ ("%s may change while this runs"));
  if (!ihop_variable_is_set (step->facts, self->function, self->variable))
    return refuse (step, self, IHOP_T_STORAGE, N_ ("%s is not surely set before"));
  if (!ihop_mentions (self->region, self->variable))
    return refuse (step, self, IHOP_T_STORAGE, N_ ("%s is not used here"));
  return TRUE;
}

static gboolean
find_address (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (((node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS) || node->kind == IHOP_SIZEOF)
      && node->n_children && node->child[0] && ihop_mentions (node->child[0], search[0]))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

/* "&n" cannot be "&100". */
static gboolean
is_value_only (IhopTransformStep *step, const Special *self)
{
  gpointer search[2] = { self->variable, NULL };

  ihop_node_walk (self->region, find_address, search);
  if (search[1])
    ihop_refuse (step, IHOP_T_SHAPE, search[1], "%s is used as a variable here, not as a number",
                 self->variable->name);
  return search[1] == NULL && ihop_require_copyable (step, self->region);
}

/* The number as the variable would have held it. */
static const IhopNode *
number (IhopBuild *build, const Special *self)
{
  return ihop_make_printed_as (build, ihop_make_integer (build, self->value), self->variable->type);
}

/* A function's body as a block inside of it. */
static const IhopNode *
inner_block (IhopBuild *build, const IhopNode *body)
{
  IhopNode *block = ihop_node_new (build->pool, IHOP_BLOCK, body->n_children);

  for (guint i = 0; i < body->n_children; i++)
    block->child[i] = body->child[i];
  return block;
}

static IhopRewrite *
specialised (IhopTransformStep *step, const Special *self)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, self->function);
  const IhopNode *value = number (build, self);
  const IhopNode *question
    = ihop_make_binary (build, IHOP_OP_EQ, ihop_make_ref (build, self->variable),
                        ihop_make_integer (build, self->value));
  gboolean whole = self->region == self->function->body;
  const IhopNode *region = whole ? inner_block (build, self->region) : self->region;
  const IhopNode *special
    = ihop_copy (build, region, ihop_values_new (build, self->variable, value));
  const IhopNode *choice = ihop_make_if (build, question, special, region);

  if (!whole)
    return ihop_build_finish_one (build, self->region, choice);
  IhopNode *body = ihop_node_new (build->pool, IHOP_BLOCK, 1);
  body->place = self->region->range.source ? self->region->range : self->region->place;
  body->child[0] = choice;
  return ihop_build_finish_body (build, body);
}

static IhopRewrite *
specialise_build (IhopTransformStep *step, char **words, guint n)
{
  Special self = { 0 };

  if (!ihop_args_count (step, n, 3, 3)
      || !read_region (step, &self, words[0]) || !read_variable (step, &self, words[1])
      || !ihop_args_number (step, words[2], N_ ("the value"),
                            ihop_type_strip (self.variable->type)->is_signed ? G_MININT16 : 0,
                            ihop_type_strip (self.variable->type)->size < 4 ? 127 : G_MAXINT32,
                            &self.value)
      || !is_value_only (step, &self))
    return NULL;
  return specialised (step, &self);
}

const IhopTransform ihop_transform_specialise = {
  .name = "specialise",
  .usage = "LOOP|FUNCTION VARIABLE VALUE",
  .summary = N_ ("Code stands once for one value of a variable, once for all others"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = specialise_build,
};
