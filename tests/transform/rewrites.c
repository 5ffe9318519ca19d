/* "rewrites FILE SEED COUNT [KIND]": arbitrary rewrites of the functions of a file, COUNT of each. The file is cut at
 * lines "//@ NAME"; what stands before the first is put before each function. What is well-formed C is printed
 * behind a line "//@ NAME NUMBER KIND accepted", or "refused" with the judge's words. */
#include "frontend/frontend.h"
#include "ir/print.h"
#include "rewrites.h"
#include "transform/build/build.h"
#include "transform/legality/judge.h"
#include "transform/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MOST_KINDS = 64
};

typedef struct
{
  GRand *random;
  guint made[MOST_KINDS]; /* of each kind */
  guint n_kinds;
  const char *only; /* this kind; NULL: all */
} Rewrites;

/* One of six kinds, that which there are fewest of. */
static guint
any_kind (Rewrites *self)
{
  guint kind = (guint) g_rand_int_range (self->random, 0, (int) self->n_kinds);

  for (guint i = 0; self->only && i < self->n_kinds; i++)
    if (strcmp (rewrite_kinds[i].name, self->only) == 0)
      return i;
  for (guint tries = 0; tries < 5; tries++)
    {
      guint other = (guint) g_rand_int_range (self->random, 0, (int) self->n_kinds);
      kind = self->made[other] < self->made[kind] ? other : kind;
    }
  return kind;
}

static char *
printed (const IhopFunction *function)
{
  static const IhopPrinter printer = { .indent = "" };
  g_autofree char *head = ihop_print_function_head (function);
  g_autofree char *body = ihop_print_node (function->body, &printer);

  return g_strdup_printf ("%s\n%s\n", head, body);
}

static void
write_one (const IhopFunction *function, const IhopRewrite *rewrite, guint number, const char *kind,
           const IhopDiags *diags, gboolean accepted)
{
  g_autofree char *text = printed (ihop_tree_function_of (rewrite->tree, function->symbol));
  const IhopDiag *why = diags->len ? diags->pdata[0] : NULL;

  printf ("//@ %s %u %s %s %s\n%s", function->symbol->name, number, kind, accepted ? "accepted" : "refused",
          why ? ihop_message_text (why->message) : "", text);
}

typedef struct
{
  gboolean fine;
  guint cases;
} Jumps;

static gboolean
sets_nothing (const IhopNode *node)
{
  gboolean sets = node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC);
  const IhopNode *target = sets ? ihop_node_strip (node->child[0], TRUE) : NULL;

  return target && target->kind != IHOP_REF && target->kind != IHOP_INDEX;
}

/* What is set can be set; jumps stand in a loop or a switch that they need. */
static void
look (const IhopNode *node, gboolean in_loop, gboolean in_switch, Jumps *jumps)
{
  jumps->fine &= !sets_nothing (node);
  jumps->fine &= (node->kind != IHOP_CONTINUE || in_loop) && (node->kind != IHOP_BREAK || in_loop || in_switch)
                 && (node->kind != IHOP_CASE || in_switch);
  jumps->cases += node->kind == IHOP_CASE;
  in_loop |= ihop_kind_is_loop (node->kind);
  in_switch |= node->kind == IHOP_SWITCH;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      look (node->child[i], in_loop, in_switch, jumps);
}

static gboolean
is_c (const IhopFunction *old, const IhopFunction *now)
{
  Jumps was = { TRUE, 0 }, is = { TRUE, 0 };

  look (old->body, FALSE, FALSE, &was);
  look (now->body, FALSE, FALSE, &is);
  return is.fine && is.cases <= was.cases;
}

/* TRUE: there is something to print. */
static gboolean
try_one (Rewrites *self, IhopTransformStep *step, const IhopFunction *function, guint kind, guint number)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopBuild) build = ihop_build_new (step, function);
  Rewriter rewriter = { self->random, build, function->body };

  step->diags = diags;
  if (!rewrite_kinds[kind].apply (&rewriter))
    return FALSE;
  if (g_rand_double (self->random) < 0.1)
    rewrite_kinds[any_kind (self)].apply (&rewriter);
  g_autoptr (IhopRewrite) rewrite = rewrite_finish (&rewriter);
  if (rewrite == NULL || !ihop_rewrite_stands (step, rewrite)
      || !is_c (function, ihop_tree_function_of (rewrite->tree, function->symbol)))
    return FALSE;
  gboolean accepted = ihop_judge_order (step, rewrite);
  write_one (function, rewrite, number, rewrite_kinds[kind].name, diags, accepted);
  return TRUE;
}

static void
rewrite_function (Rewrites *self, const char *text, const char *name, guint count)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new (), trees = g_ptr_array_new ();
  g_autoptr (IhopTree) tree = ihop_frontend_parse_text ("rewrites.c", text, strlen (text), NULL, diags);

  if (tree == NULL)
    exit (3);
  g_ptr_array_add (trees, tree);
  g_autoptr (IhopFacts) facts = ihop_facts_new (trees, NULL, diags);
  g_autoptr (GPtrArray) names = ihop_address_list (tree);
  IhopTransformStep step = { .facts = facts, .tree = tree, .names = names };
  const IhopFunction *function = ihop_tree_function (tree, name);
  g_autofree char *original = printed (function);
  printf ("//@ %s 0 original\n%s", name, original);
  for (guint number = 1, tries = 0; number <= count && tries < 4 * count; tries++)
    {
      guint kind = any_kind (self);
      if (!try_one (self, &step, function, kind, number))
        continue;
      self->made[kind]++;
      number++;
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *file = NULL;

  if (argc < 4 || !g_file_get_contents (argv[1], &file, NULL, NULL))
    return 3;
  Rewrites self = { .random = g_rand_new_with_seed ((guint32) atoi (argv[2])), .only = argc > 4 ? argv[4] : NULL };
  while (rewrite_kinds[self.n_kinds].name)
    self.n_kinds++;
  g_auto (GStrv) parts = g_strsplit (file, "//@ ", -1);
  for (guint i = 1; parts[i]; i++)
    {
      g_autofree char *name = g_strndup (parts[i], strcspn (parts[i], "\n"));
      g_autofree char *text = g_strconcat (parts[0], parts[i] + strlen (name), NULL);
      rewrite_function (&self, text, name, (guint) atoi (argv[3]));
    }
  g_rand_free (self.random);
  return 0;
}
