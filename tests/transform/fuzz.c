/* "fuzz FILE SEED STEPS [any|force|storage|STEP [VERSIONS [WANTED]]]": tries random steps on every function of a
 * file, STEPS of them each, and prints the program that comes out. Steps that were taken go to
 * standard error, behind "+", refused ones behind "-", with the reason. With "force", a step
 * that the judge refuses is taken, one a function, marked "!". With "storage", most steps are those
 * on storage; with the name of one, all are that one. What each function was after each step goes to the file
 * VERSIONS. WANTED are names of steps to try oftener. */
#include "frontend/frontend.h"
#include "analysis/program/callgraph.h"
#include "ir/print.h"
#include "fuzz_arguments.h"
#include "fuzz_times.h"
#include "transform/build/body.h"
#include "transform/build/query.h"
#include "transform/registry.h"
#include "transform/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  IhopTree *tree;
  GRand *random;
  gboolean force, storage;
  const IhopTransform *only; /* NULL: any */
  guint made; /* functions so far */
  const char *wanted; /* names of steps, with spaces between; or NULL */
  FILE *versions; /* every version of every function goes there; or NULL */
  IhopFacts *facts;        /* of the tree, or NULL */
  IhopDiags *facts_diags;
} Fuzz;

static int
any (Fuzz *fuzz, int least, int most)
{
  return g_rand_int_range (fuzz->random, least, most + 1);
}

static char *
any_order (Fuzz *fuzz, const GPtrArray *names, const IhopLoopName *inner)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  GString *text = g_string_new (NULL);
  guint depth = (guint) any (fuzz, 2, 3);

  for (const IhopLoopName *name = inner; name && words->len < depth;
       name = name->parent ? ihop_address_of (names, name->parent) : NULL)
    g_ptr_array_insert (words, any (fuzz, 0, (int) words->len), strrchr (name->address, '/') + 1);
  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (text, " %.*s", (int) strcspn (words->pdata[i], "#"),
                            (char *) words->pdata[i]);
  return g_string_free (text, FALSE);
}

/* One of some words; two spaces: none of them. */
static const char *
any_word (Fuzz *fuzz, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  return g_intern_string (list[any (fuzz, 0, (int) g_strv_length (list) - 1)]);
}

static char *
any_tile (Fuzz *fuzz)
{
  GString *text = g_string_new (NULL);

  for (int n = any (fuzz, 1, 3); n > 0; n--)
    if (any (fuzz, 0, 4) == 0)
      g_string_append (text, " -");
    else
      g_string_append_printf (text, " %d", any (fuzz, 1, 5));
  if (any (fuzz, 0, 2) == 0)
    g_string_append (text, " separate");
  return g_string_free (text, FALSE);
}

typedef struct
{
  const IhopNode *loop;
  GPtrArray *found; /* of const IhopNode * */
} Values;

static gboolean
find_value (const IhopNode *node, gpointer data)
{
  Values *values = data;

  if ((node->kind == IHOP_INDEX && ihop_type_is_floating (node->type))
      || (node->kind == IHOP_BINARY && node->op <= IHOP_OP_MUL))
    g_ptr_array_add (values->found, (gpointer) node);
  return TRUE;
}

/* A statement of the body, or a value that is computed in it: one without the loop's iterator, if
 * one is found soon. */
static char *
any_invariant (Fuzz *fuzz, const IhopNode *loop)
{
  Values values = { loop, g_ptr_array_new () };
  const IhopNode *body = ihop_loop_body (loop), *node = NULL;
  const IhopSymbol *iterator = ihop_loop_iterator (loop);
  char *text;

  ihop_node_walk (body, find_value, &values);
  for (int tries = 0; values.found->len && tries < 12; tries++)
    {
      node = values.found->pdata[any (fuzz, 0, (int) values.found->len - 1)];
      if (iterator && !ihop_mentions (node, iterator))
        break;
    }
  if (node == NULL || any (fuzz, 0, 1))
    text = g_strdup_printf (" @%d", any (fuzz, 1, body->kind == IHOP_BLOCK ? (int) body->n_children
                                                                           : 1));
  else
    {
      g_autofree char *value = ihop_print_node (node, NULL);
      text = g_strdup_printf (" '%s'", value);
    }
  g_ptr_array_unref (values.found);
  return text;
}

static char *
any_arguments (Fuzz *fuzz, const IhopTransform *transform, const GPtrArray *names,
               const IhopLoopName *name, const char *variable)
{
  const FuzzArguments arguments = { fuzz->random, name, variable, &fuzz->made };
  const char *word = transform->name;

  if (strcmp (word, "permute") == 0)
    return any_order (fuzz, names, name);
  if (strcmp (word, "schedule") == 0)
    return fuzz_times (fuzz->random, name);
  if (strcmp (word, "tile") == 0)
    return any_tile (fuzz);
  if (strcmp (word, "hoist") == 0)
    return any_invariant (fuzz, name->loop);
  char *text = fuzz_arguments (&arguments, word);
  return text ? text : variable ? g_strdup_printf (" %s", variable) : g_strdup ("");
}

static guint
count_transforms (void)
{
  guint n = 0;

  while (ihop_transforms[n])
    n++;
  return n;
}

/* Loops of one function and of those that were cut out of it ("f7_2"), in a list of their own. */
static GPtrArray *
loops_of (const GPtrArray *names, const char *function)
{
  GPtrArray *loops = g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = ((IhopLoopName *) names->pdata[i])->function->symbol->name;
      gsize length = strlen (function);
      if (g_str_has_prefix (name, function) && (name[length] == '\0' || name[length] == '_'))
        g_ptr_array_add (loops, names->pdata[i]);
    }
  return loops;
}

/* A variable that a step on storage may be after; NULL: it wants none. */
static const char *
any_variable (Fuzz *fuzz, const char *word)
{
  static const struct
  {
    const char *word, *variables;
  } wanted[] = {
    { "in-place", "u u t" }, { "scalar-expand", "u u u t" }, { "privatize", "u u t h" }, { "reduction", "q q r r s t x A" },
    { "scan", "q q t t s" }, { "induction", "c c c q" }, { "wrap-around", "w" }, { "contract", "v" },
    { "array-expand", "h refill refill" }, { "scalar-replace", "A x x y z B C v h" }, { "rename", "u v h" },
    { "copy-array", "x y z z A B" }, { "locate", "w w r" }, { "pack", "c" },
    { "substitute", "row row at_" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (strcmp (wanted[i].word, word) == 0)
      return any_word (fuzz, wanted[i].variables);
  return NULL;
}

typedef struct
{
  const char *name;
  gboolean found;
} Mention;

static gboolean
find_mention (const IhopNode *node, gpointer data)
{
  Mention *self = data;

  self->found |= node->kind == IHOP_REF && strcmp (node->symbol->name, self->name) == 0;
  return !self->found && !ihop_kind_is_loop (node->kind);
}

/* The body itself, without the loops in it, uses the variable. */
static gboolean
uses (const IhopLoopName *name, const char *variable)
{
  Mention mention = { variable, FALSE };
  const IhopNode *body = ihop_loop_body (name->loop);

  if (!ihop_kind_is_loop (body->kind))
    ihop_node_walk (body, find_mention, &mention);
  return mention.found;
}

/* Steps on two loops want one right around the other. */
static gboolean
wants_two (const char *word)
{
  static const char *const words[] = { "interchange", "permute", "collapse", "wavefront", "skew",
                                       "tile" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i], word) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_one_of (const char *word, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  return g_strv_contains ((const char *const *) list, word);
}

/* Whether the loop right behind could be joined. */
static gboolean
is_followed (const IhopLoopName *name)
{
  const IhopNode *block;
  guint at;

  return ihop_sibling_of (name->function, name->loop, &block, &at) && at + 1 < block->n_children
         && block->child[at + 1]->kind == IHOP_FOR;
}

static gboolean
find_call (const IhopNode *node, gpointer calls)
{
  if (node->kind == IHOP_CALL)
    g_ptr_array_add (calls, (gpointer) node);
  return TRUE;
}

static gboolean
calls_something (const IhopLoopName *name)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();

  ihop_node_walk (name->function->body, find_call, calls);
  return calls->len > 0;
}

static gboolean
find_anywhere (const IhopNode *node, gpointer data)
{
  Mention *self = data;

  self->found |= node->kind == IHOP_REF && strcmp (node->symbol->name, self->name) == 0;
  return !self->found;
}

static gboolean
mentions_one_of (const IhopNode *node, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  Mention mention = { NULL, FALSE };

  for (guint i = 0; list[i] && !mention.found; i++)
    {
      mention.name = list[i];
      ihop_node_walk (node, find_anywhere, &mention);
    }
  return mention.found;
}

/* The loop's head is of another form than "for (i = …; i < …; …)" has. */
static gboolean
has_odd_head (const IhopNode *loop)
{
  return loop->kind == IHOP_WHILE || (loop->kind == IHOP_FOR && loop->child[0] == NULL);
}

static gboolean
compares_more (const IhopNode *loop)
{
  const IhopNode *condition = loop->kind == IHOP_FOR ? loop->child[1] : NULL;

  return condition && condition->kind == IHOP_BINARY
         && ihop_node_strip (condition->child[0], TRUE)->kind == IHOP_BINARY;
}

/* "for (i = 2; i < 3; …)" */
static gboolean
runs_once (const IhopNode *loop)
{
  g_autofree char *text = ihop_print_node (loop, NULL);
  int first, last;

  return sscanf (text, "for (int %*[a-z0-9_] = %d; %*[a-z0-9_] < %d", &first, &last) == 2
         && last == first + 1;
}

static guint
count_loops (const GPtrArray *statements)
{
  guint loops = 0;

  for (guint i = 0; i < statements->len; i++)
    loops += ((const IhopNode *) statements->pdata[i])->kind == IHOP_FOR;
  return loops;
}

/* Whether the loop has the shape that a step is for; that it applies then is another matter. */
static gboolean
suits (const IhopLoopName *name, const char *word)
{
  const IhopNode *body = ihop_loop_body (name->loop);
  g_autoptr (GPtrArray) statements = ihop_body_statements (body);
  const IhopNode *only = statements->len == 1 ? statements->pdata[0] : NULL;

  if (wants_two (word))
    return name->parent && name->parent->kind == IHOP_FOR
           && ihop_only_loop (name->parent->child[3]);
  if (is_one_of (word, "unroll-and-jam"))
    return only && only->kind == IHOP_FOR;
  if (is_one_of (word, "nest sink"))
    return !only && count_loops (statements) == 1;
  if (is_one_of (word, "unswitch"))
    return only && only->kind == IHOP_IF;
  if (is_one_of (word, "vectorize"))
    return count_loops (statements) == 0;
  if (is_one_of (word, "distribute swap-statements"))
    return !only;
  if (is_one_of (word, "inline inline-value extract-call"))
    return calls_something (name);
  if (is_one_of (word, "canonicalize"))
    return has_odd_head (name->loop);
  if (is_one_of (word, "solve-bound"))
    return compares_more (name->loop);
  if (is_one_of (word, "guard"))
    return ihop_body_continue (body) != NULL;
  if (is_one_of (word, "remove-header"))
    return runs_once (name->loop);
  if (is_one_of (word, "declare-iterator"))
    return name->loop->kind == IHOP_FOR && name->loop->child[0]
           && name->loop->child[0]->kind != IHOP_DECLARATION;
  if (is_one_of (word, "flatten unpack promote"))
    return mentions_one_of (name->loop, word[0] == 'f' ? "R" : "box far");
  return !is_one_of (word, "fuse") || is_followed (name);
}

static const IhopLoopName *
any_loop (Fuzz *fuzz, const GPtrArray *loops, const IhopTransform *transform,
          const char *variable)
{
  const IhopLoopName *name = NULL;

  for (guint tries = 0; tries < 6; tries++)
    {
      name = loops->pdata[any (fuzz, 0, (int) loops->len - 1)];
      gboolean anywhere = variable && any (fuzz, 0, 3) == 0;
      if (anywhere ? mentions_one_of (name->loop, variable) : variable ? uses (name, variable) : suits (name, transform->name))
        break;
    }
  return name;
}

/* A step on storage twice as often as others, as it wants more of its loop; half of them those
 * that the caller wants. */
static const IhopTransform *
any_transform (Fuzz *fuzz)
{
  const IhopTransform *transform = NULL;

  if (fuzz->only)
    return fuzz->only;
  if (fuzz->wanted && any (fuzz, 0, 1))
    return ihop_transform_find (any_word (fuzz, fuzz->wanted));
  for (guint tries = 0; tries < (fuzz->storage ? 8 : 2); tries++)
    {
      transform = ihop_transforms[any (fuzz, 0, (int) count_transforms () - 1)];
      if (transform->kind == IHOP_TRANSFORM_STORAGE)
        break;
    }
  return transform;
}

/* A call in the function that the loop is in. */
static char *
any_call_step (Fuzz *fuzz, const IhopLoopName *name, const char *step)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();

  ihop_node_walk (name->function->body, find_call, calls);
  const IhopNode *call = calls->len ? calls->pdata[any (fuzz, 0, (int) calls->len - 1)]
                                    : name->loop;
  const IhopSymbol *callee = call->kind == IHOP_CALL ? ihop_call_callee (call) : NULL;
  if (is_one_of (step, "inline-value"))
    return g_strdup_printf ("inline-value %s %s", name->function->symbol->name, callee && any (fuzz, 0, 3) ? callee->name : "half");
  return g_strdup_printf ("%s %s %u", step, name->function->symbol->name, ihop_range_line (call->place));
}

static char *
any_step (Fuzz *fuzz, const char *function)
{
  g_autoptr (GPtrArray) names = ihop_address_list (fuzz->tree);
  g_autoptr (GPtrArray) loops = loops_of (names, function);
  const IhopTransform *transform = NULL;
  const IhopLoopName *name = NULL;
  const char *variable = NULL;

  if (loops->len == 0)
    return NULL;
  for (guint tries = 0; tries < 8; tries++)
    {
      transform = any_transform (fuzz);
      variable = any_variable (fuzz, transform->name);
      name = any_loop (fuzz, loops, transform, variable);
      /* Now and then one that does not fit: that has to be said. */
      gboolean anywhere = variable && any (fuzz, 0, 3) == 0;
      if (anywhere ? mentions_one_of (name->loop, variable) : variable ? uses (name, variable) : suits (name, transform->name) || !any (fuzz, 0, 5))
        break;
    }
  if (is_one_of (transform->name, "inline inline-value extract-call"))
    return any_call_step (fuzz, name, transform->name);
  g_autofree char *arguments = any_arguments (fuzz, transform, names, name, variable);
  if (strcmp (transform->name, "rename") == 0 && strcmp (variable, "u") != 0 && any (fuzz, 0, 1))
    return g_strdup_printf ("rename %s%s", name->function->symbol->name, arguments);
  if (is_one_of (transform->name, "specialise unpack swap-statements") && any (fuzz, 0, 1))
    return g_strdup_printf ("%s %s%s", transform->name, name->function->symbol->name, arguments);
  return g_strdup_printf ("%s %s%s", transform->name, name->address, arguments);
}

/* The function as it is now, with those that were cut out of it, behind "//@ f7 2" (its second
 * version). */
static void
write_version (Fuzz *fuzz, const char *function, int version)
{
  static const IhopPrinter printer = { .indent = "" };
  gsize length = strlen (function);

  if (fuzz->versions == NULL)
    return;
  fprintf (fuzz->versions, "//@ %s %d\n", function, version);
  for (guint i = 0; i < fuzz->tree->functions->len; i++)
    {
      const IhopFunction *one = fuzz->tree->functions->pdata[i];
      const char *name = one->symbol->name;
      if (!g_str_has_prefix (name, function) || (name[length] != '\0' && name[length] != '_'))
        continue;
      g_autofree char *head = ihop_print_function_head (one);
      g_autofree char *body = ihop_print_node (one->body, &printer);
      fprintf (fuzz->versions, "%s\n%s\n\n", head, body);
    }
}

/* Of the tree as it is: a step that is refused leaves it, and what was worked out, as they were. */
static IhopFacts *
facts_of (Fuzz *fuzz)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();

  g_ptr_array_add (trees, fuzz->tree);
  if (fuzz->facts == NULL)
    fuzz->facts = ihop_facts_new (trees, NULL, fuzz->facts_diags);
  return fuzz->facts;
}

/* TRUE: the step was one that the judge refused. */
static gboolean
try_step (Fuzz *fuzz, const char *text, gboolean force)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopFacts *facts = facts_of (fuzz);
  IhopTree *next = force ? ihop_transform_force (facts, fuzz->tree, text, diags)
                         : ihop_transform_run (facts, fuzz->tree, text, diags);
  const IhopDiag *first = diags->len ? diags->pdata[0] : NULL;
  if (next)
    fprintf (stderr, "%s  %s\n", force ? "!" : "+", text);
  else
    fprintf (stderr, "- %s %s # %s\n", first ? first->id : "", text, first ? ihop_message_text (first->message) : "");
  if (next == NULL)
    return first && (strcmp (first->id, "IHOP-T005") == 0 || strcmp (first->id, "IHOP-T006") == 0);
  g_clear_pointer (&fuzz->facts, ihop_facts_free);
  ihop_tree_unref (fuzz->tree);
  fuzz->tree = next;
  return FALSE;
}

static void
fuzz_function (Fuzz *fuzz, const char *function, int steps)
{
  int version = 0;

  for (int i = 0; i < steps; i++)
    {
      g_autofree char *text = any_step (fuzz, function);
      const IhopTree *before = fuzz->tree;
      if (text == NULL)
        return;
      gboolean refused = try_step (fuzz, text, FALSE);
      if (fuzz->tree != before)
        write_version (fuzz, function, ++version);
      if (refused && fuzz->force)
        {
          try_step (fuzz, text, TRUE);
          return;
        }
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTree *tree = argc > 3 ? ihop_frontend_parse (argv[1], NULL, diags) : NULL;
  g_autoptr (GPtrArray) functions = g_ptr_array_new ();

  if (tree == NULL)
    return 3;
  Fuzz fuzz = { .tree = tree, .random = g_rand_new_with_seed ((guint32) atoi (argv[2])),
                .force = argc > 4 && strcmp (argv[4], "force") == 0,
                .facts_diags = diags,
                .storage = argc > 4 && strcmp (argv[4], "storage") == 0,
                .only = argc > 4 ? ihop_transform_find (argv[4]) : NULL,
                .wanted = argc > 6 && argv[6][0] ? argv[6] : NULL,
                .versions = argc > 5 ? fopen (argv[5], "w") : NULL };
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const char *name = ((IhopFunction *) tree->functions->pdata[i])->symbol->name;
      if (name[0] == 'f' && g_ascii_isdigit (name[1]))
        g_ptr_array_add (functions, (gpointer) name);
    }
  IhopTree *first = ihop_tree_ref (tree);
  for (guint i = 0; i < functions->len; i++)
    fuzz_function (&fuzz, functions->pdata[i], atoi (argv[3]));
  g_autofree char *text = ihop_print_tree (fuzz.tree);
  fputs (text, stdout);
  if (fuzz.versions)
    fclose (fuzz.versions);
  ihop_facts_free (fuzz.facts);
  ihop_tree_unref (fuzz.tree);
  ihop_tree_unref (first);
  g_rand_free (fuzz.random);
  return 0;
}
