/* Loops that do not count, looked at one round at a time. */
#include "transform/storage/flatten_rounds.h"
#include "analysis/memory/definitions.h"
#include "transform/build/args.h"
#include "transform/build/refusal.h"

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *found;   /* what may change something, or be changed in ways that are not seen; NULL: nothing */
} Test;

static gboolean
look_at_test (const IhopNode *node, gpointer data)
{
  Test *test = data;
  gboolean fine = node->kind == IHOP_INTEGER || node->kind == IHOP_FLOATING || node->kind == IHOP_CAST
                  || node->kind == IHOP_PAREN || node->kind == IHOP_BINARY;

  if (node->kind == IHOP_UNARY)
    fine = node->op == IHOP_OP_NEG || node->op == IHOP_OP_NOT;
  if (node->kind == IHOP_REF)
    fine = (node->flags & IHOP_NODE_CONSTANT)
           || (ihop_defs_is_tame (test->facts, test->function, node->symbol) && !ihop_type_is_volatile (node->symbol->type));
  if (!fine)
    test->found = node;
  return fine;
}

const IhopNode *
ihop_flatten_rounds_test (const IhopHeader *header)
{
  return header->one_round && header->loop->kind == IHOP_WHILE ? header->loop->child[0] : NULL;
}

/* The test of a while is asked where nothing is known of memory yet: it has to do without any. That of a do comes behind
 * a round, but rows are in their block by then. */
static gboolean
has_plain_test (IhopTransformStep *step, const IhopHeader *header)
{
  Test test = { step->facts, header->name->function, NULL };

  ihop_node_walk (header->loop->child[header->loop->kind == IHOP_WHILE ? 0 : 1], look_at_test, &test);
  if (test.found)
    ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, test.found,
                                   "what %s asks before it goes on is more than a comparison of local variables",
                                   header->name->address),
                      "work it out in the loop's body, into a local variable");
  return test.found == NULL;
}

gboolean
ihop_flatten_header (IhopTransformStep *step, const char *word, IhopHeader *header)
{
  const IhopLoopName *name = ihop_args_loop (step, word);

  if (name == NULL)
    return FALSE;
  if (name->loop->kind == IHOP_FOR)
    return ihop_header_read (step, name->loop, header);
  *header = (IhopHeader){ .name = name, .loop = name->loop, .body = ihop_loop_body (name->loop), .one_round = TRUE };
  return has_plain_test (step, header);
}
