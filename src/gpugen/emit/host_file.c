/* Around the functions: the first comment, includes, helpers, originals kept for overlaps. */
#include "gpugen/emit/host_file.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/emit/helpers.h"
#include "gpugen/emit/host_copy.h"
#include "gpugen/emit/launcher.h"
#include "gpugen/emit/named_sizes.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/emit/uncalled_functions.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"
#include "ir/block_count.h"
#include "ir/query.h"
#include <string.h>

/* ---- Overlaps ------------------------------------------------------------------------ */

/* Where the function's own name stands in its head. */
static gboolean
find_name (const IhopFunction *function, gsize *begin)
{
  const char *text = function->range.source->text, *name = function->symbol->name;
  gsize length = strlen (name);

  for (gsize at = function->range.begin; at + length < function->body->range.begin; at++)
    if (strncmp (text + at, name, length) == 0 && !g_ascii_isalnum (text[at + length])
        && text[at + length] != '_'
        && (at == 0 || (!g_ascii_isalnum (text[at - 1]) && text[at - 1] != '_')))
      {
        *begin = at;
        return TRUE;
      }
  return FALSE;
}

/* What stands before a variable's name where its memory is meant. */
static const char *
address_sign (const IhopSymbol *symbol)
{
  return ihop_variable_is_pointer (symbol) || ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY ? "" : "&";
}

static char *
side_text (IhopPrint *print, const IhopFunction *function, const IhopNode *bytes)
{
  const char *name = ihop_named_size_in_test (print, function, bytes);

  return name ? g_strdup (name) : ihop_wide_text (bytes, IHOP_WIDE_SIZE);
}

static gboolean
compares (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      const IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (test->function == function && !test->condition)
        return TRUE;
    }
  return FALSE;
}

static gboolean
compares_blocks (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      const IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (test->function == function && !test->condition && test->bytes_a && test->bytes_b
          && (ihop_block_count_in (test->bytes_a) || ihop_block_count_in (test->bytes_b)))
        return TRUE;
    }
  return FALSE;
}

/* Where nothing is copied, sizes of blocks need not be known, unless overlaps are tested with them. */
static gboolean
is_tested (const IhopPrint *print, const IhopOverlapTest *test)
{
  return print->dialect != IHOP_DIALECT_CPU || test->condition == NULL || !ihop_block_count_in (test->condition)
         || compares_blocks (print->plan, test->function);
}

static char *
test_text (IhopPrint *print, const IhopFunction *function)
{
  const IhopPlan *plan = print->plan;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      const IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (test->function != function || !is_tested (print, test))
        continue;
      g_string_append (text, text->len ? "\n\t\t|| " : "");
      if (test->condition)
        {
          g_autofree char *condition = ihop_wide_text (test->condition, IHOP_WIDE_CONDITION);
          g_string_append_printf (text, "!(%s)", condition);
          continue;
        }
      g_autofree char *bytes_a = side_text (print, function, test->bytes_a), *bytes_b = side_text (print, function, test->bytes_b);
      g_string_append_printf (text, "ihop_overlap (%s%s, %s, %s%s, %s)", test->a ? address_sign (test->a) : "",
                              test->a ? test->a->name : test->name_a, bytes_a, address_sign (test->b), test->b->name,
                              bytes_b);
    }
  return g_string_free (text, FALSE);
}

static char *
original_call (const IhopFunction *function)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s_original (", function->symbol->name);
  for (guint i = 0; i < function->n_params; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", function->params[i]->name);
  g_string_append (text, ")");
  return g_string_free (text, FALSE);
}

static gboolean
goes (const IhopPlan *plan, const IhopTree *tree, const IhopDirective *directive)
{
  if (g_ptr_array_find (plan->dropped, directive, NULL))
    return TRUE;
  return directive->kind == IHOP_DIRECTIVE_PRAGMA && directive->range.source == tree->source
         && (g_str_has_prefix (directive->name, "target")
             || g_str_equal (directive->name, "scop") || g_str_equal (directive->name, "endscop")
             || g_str_equal (directive->name, "ihop host"));
}

/* The function before ihop unpacked it, if it did. */
static const IhopFunction *
first_of (const IhopPlan *plan, const IhopFunction *function, const IhopTree **tree)
{
  const IhopFunction *first
    = plan->first ? ihop_tree_function (plan->first, function->symbol->name) : NULL;

  *tree = first ? plan->first : plan->tree;
  return first ? first : function;
}

/* The marks that ihop was told by have done their work; nvcc would warn of them. */
static void
remove_marks (const IhopPlan *plan, const IhopTree *tree, IhopEdits *edits)
{
  const char *text = tree->source->text;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      gsize begin = ihop_text_line_begin (text, directive->range.begin), end = directive->range.end;
      if (goes (plan, tree, directive) && !ihop_edits_covers (edits, directive->range.begin))
        ihop_edits_remove (edits, begin, text[end] == '\n' ? end + 1 : end);
    }
}

/* Lines that do not belong to the program, or that have no other half: where they begin and end. */
typedef struct
{
  gsize begin, end;
} Lines;

static void
remove_lines (IhopEdits *edits, const char *text, Lines lines)
{
  ihop_edits_remove (edits, ihop_text_line_begin (text, lines.begin), lines.end);
}

/* Of an #if that only one end of the range stands in, one branch is what the program has: without the
 * others and without the directives, the text is whole by itself. */
static void
balance (const IhopTree *tree, IhopRange range, IhopEdits *edits)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Lines));
  const char *text = range.source->text;
  Lines dead = { G_MAXSIZE, 0 };

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      int depth = ihop_directive_depth (directive);
      Lines lines = { directive->range.begin, directive->range.end };
      if (directive->kind != IHOP_DIRECTIVE_CONDITIONAL || directive->range.source != range.source
          || !ihop_range_contains (range, directive->range))
        continue;
      if (depth > 0)
        g_array_append_val (open, lines);
      else if (open->len > 0 && depth < 0)
        g_array_set_size (open, open->len - 1);
      else if (open->len > 0)
        g_array_index (open, Lines, open->len - 1).end = lines.end; /* and the branch before */
      else
        {
          dead = (Lines){ MIN (dead.begin, lines.begin), lines.end };
          if (depth == 0)
            continue;
          remove_lines (edits, text, dead);
          dead.begin = G_MAXSIZE;
        }
    }
  for (guint i = 0; i < open->len; i++)
    remove_lines (edits, text, g_array_index (open, Lines, i));
}

/* A function that calls itself is declared in front of its original, which stands before it. */
static char *
own_declaration (const IhopFunction *first, gsize name, IhopEdits *edits)
{
  if (!ihop_node_mentions (first->body, first->symbol))
    return g_strdup ("");
  g_autofree char *types = ihop_edits_apply_range (edits, name, first->body->range.begin);
  g_autofree char *head = ihop_edits_apply_range (edits, first->range.begin, name);
  if (strchr (types, ';')) /* old style: types stand behind the names */
    return g_strconcat (head, first->symbol->name, " ();\n\n", NULL);
  const char *last = strrchr (g_strchomp (types), '\n');
  gboolean is_open = strstr (last ? last : types, "//") || (last && strchr (last, '#')); /* up to its line's end */
  return g_strconcat (head, types, is_open ? "\n" : "", ";\n\n", NULL);
}

static gboolean
keep_original (IhopPrint *print, const IhopFunction *function)
{
  const IhopTree *tree;
  const IhopFunction *first = first_of (print->plan, function, &tree);
  gsize begin = first->range.begin, end = first->range.end, name;
  if (!find_name (first, &name))
    return FALSE;
  g_autoptr (IhopEdits) edits = ihop_edits_new (first->range.source);
  balance (tree, first->range, edits);
  remove_marks (print->plan, tree, edits);
  g_autofree char *head = ihop_edits_apply_range (edits, begin, name);
  g_autofree char *body = ihop_edits_apply_range (edits, name, end);
  gboolean is_static = function->symbol->storage == IHOP_STORAGE_STATIC;
  gsize length = strlen (function->symbol->name);
  g_autofree char *declared = own_declaration (first, name, edits);
  g_autofree char *copy = g_strdup_printf (
    "%s/* %s as it was, for %s. */\n%s%s%s_original%s\n\n", declared, function->symbol->name,
    compares (print->plan, function) ? "memory that overlaps" : "what the test at its start does not let pass", is_static ? "" : "static ", head, function->symbol->name, body + length);

  ihop_edits_insert (print->edits, ihop_host_before_function (print->plan->tree->source, function), copy);
  return TRUE;
}

static const IhopNode *
behind_what (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      const IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (test->function == function)
        return test->behind;
    }
  return NULL;
}

/* Where the test goes is text of the file's own. */
static gboolean
has_place (const IhopPrint *print, const IhopFunction *function)
{
  const IhopNode *behind = behind_what (print->plan, function);

  return function->range.source == print->plan->tree->source
         && (behind == NULL || behind->range.source == print->plan->tree->source);
}

static void
add_dispatch (IhopPrint *print, const IhopFunction *function)
{
  const IhopType *returned = ihop_type_strip (function->symbol->type->target);
  g_autofree char *tests = test_text (print, function);
  g_autofree char *call = original_call (function);
  gboolean is_void = returned->kind == IHOP_TYPE_VOID;
  const IhopNode *behind = behind_what (print->plan, function);
  g_autoptr (GString) text = g_string_new ("\n");
  g_autofree char *indent = ihop_layout_indent (&print->layout, "", 1);
  g_autofree char *sizes = ihop_named_sizes_declare_for_tests (print, function, indent);

  ihop_printing_note_sizes (print, tests);
  g_string_append (text, sizes);
  if (is_void)
    ihop_layout_append (&print->layout, text, indent, "if (%s) {\n\t%s;\n\treturn;\n}\n", tests,
                        call);
  else
    ihop_layout_append (&print->layout, text, indent, "if (%s)\n\treturn %s;\n", tests, call);
  if (behind)
    {
      g_string_truncate (text, text->len - 1);
      ihop_edits_insert_first (print->edits, behind->range.end, text->str);
    }
  else
    ihop_edits_insert (print->edits, function->body->range.begin + 1, text->str);
  print->helpers |= strstr (tests, "ihop_overlap") ? IHOP_HELPER_OVERLAP : 0;
}

void
ihop_host_remove_marks (const IhopPlan *plan, IhopEdits *edits)
{
  remove_marks (plan, plan->tree, edits);
}

void
ihop_host_overlaps (IhopPrint *print)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < print->plan->overlaps->len; i++)
    {
      const IhopOverlapTest *test = print->plan->overlaps->pdata[i];
      if (!is_tested (print, test) || !g_hash_table_add (done, (gpointer) test->function))
        continue;
      if (!has_place (print, test->function) || !keep_original (print, test->function))
        {
          ihop_printing_refuse (print, test->function->range,
                                "%s cannot be kept beside its new version: its name comes out of "
                                "a macro", test->function->symbol->name);
          continue;
        }
      add_dispatch (print, test->function);
    }
}

/* ---- The top -------------------------------------------------------------------------- */

/* Before that place: what a file includes further down is not there yet. */
static gboolean
includes (const IhopTree *tree, const char *name, gsize before)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_INCLUDE && directive->range.begin < before
          && g_strcmp0 (directive->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Behind the last #include before the first function that stands under no #if; else the start. */
static gsize
behind_includes (const IhopTree *tree)
{
  const IhopFunction *first = NULL;
  gsize at = 0;
  int depth = 0;

  for (guint i = 0; i < tree->functions->len && first == NULL; i++)
    if (((const IhopFunction *) tree->functions->pdata[i])->range.source == tree->source)
      first = tree->functions->pdata[i];
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (first && directive->range.begin > first->range.begin)
        break;
      depth += ihop_directive_depth (directive);
      if (directive->kind == IHOP_DIRECTIVE_INCLUDE && !directive->is_inside && depth == 0)
        at = directive->range.end;
    }
  while (at > 0 && at < tree->source->length && tree->source->text[at - 1] != '\n')
    at++;
  return at;
}

/* The owner's macros stand aside. */
static void
append_include (GString *out, const IhopTree *tree, const char *name, gsize at)
{
  if (includes (tree, name, at))
    return;
  for (char **hidden = tree->hidden; *hidden; hidden++)
    g_string_append_printf (out, "#pragma push_macro(\"%s\")\n#undef %s\n", *hidden, *hidden);
  g_string_append_printf (out, "#include %s\n", name);
  for (char **hidden = tree->hidden; *hidden; hidden++)
    g_string_append_printf (out, "#pragma pop_macro(\"%s\")\n", *hidden);
}

static void
append_assumption (GString *out, const IhopAssumption *assumption)
{
  g_string_append_printf (out, "\n *   %s", ihop_message_text (assumption->message));
}

static char *
top_comment (const IhopPrint *print, const char *about)
{
  g_autofree char *name = g_path_get_basename (print->plan->tree->source->path);
  g_autofree char *head = g_strdup_printf ("Made by ihop from %s. %s", name, about);
  g_autofree char *comment = ihop_text_comment ("", head);
  GString *out = g_string_new (comment);

  if (print->plan->assumptions && print->plan->assumptions->len > 0)
    {
      g_string_truncate (out, out->len - 4);
      g_string_append (out, "\n * By the owner's word:");
      for (guint i = 0; i < print->plan->assumptions->len; i++)
        append_assumption (out, print->plan->assumptions->pdata[i]);
      g_string_append (out, " */\n");
    }
  return g_string_free (out, FALSE);
}

/* The text was read one way, and a compiler may be told the other. */
static const char *
openmp_text (const IhopTree *tree)
{
  if (!tree->asks_openmp)
    return "";
  return tree->has_openmp ? "/* What follows was read as a program with OpenMP. */\n"
                            "#ifndef _OPENMP\n#define _OPENMP 201511\n#endif\n"
                          : "/* What follows was read as a program without OpenMP of its own. */\n"
                            "#undef _OPENMP\n";
}

/* Words of C's and what C++ calls them; "restrict" only in headers of the owner's, which are not written anew. */
static const struct
{
  const char *word, *definition;
  gboolean in_headers;
} c_words[] = {
  { "restrict", "#define restrict __restrict__\n", TRUE },
  { "_Bool", "#define _Bool bool\n", FALSE },
  { "_Static_assert", "#define _Static_assert static_assert\n", FALSE },
  { "_Alignas", "#define _Alignas alignas\n", FALSE },
  { "_Alignof", "#define _Alignof alignof\n", FALSE },
  { "_Noreturn", "#define _Noreturn __attribute__ ((noreturn))\n", FALSE },
  { "_Thread_local", "#define _Thread_local __thread\n", FALSE },
};

char *
ihop_host_words (const IhopTree *tree)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (c_words); k++)
    for (guint i = 0; i < tree->sources->len; i++)
      {
        const IhopSource *source = tree->sources->pdata[i];
        if ((c_words[k].in_headers && source == tree->source) || !ihop_text_has_word (source->text, c_words[k].word))
          continue;
        g_string_append (text, c_words[k].definition);
        break;
      }
  return g_string_free (text, FALSE);
}

/* nvcc puts CUDA's header in front of a .cu by itself; in a .c, macros of the owner's may stand in its way,
 * and it in the way of macros that choose what the C library declares. */
static gboolean
cuda_comes_first (const IhopPrint *print, gsize before)
{
  const IhopTree *tree = print->plan->tree;
  gboolean own = FALSE;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->range.begin >= before)
        break;
      if (directive->kind == IHOP_DIRECTIVE_DEFINE && directive->name[0] == '_')
        return FALSE;
      own |= directive->kind == IHOP_DIRECTIVE_DEFINE
             || (directive->kind == IHOP_DIRECTIVE_INCLUDE && directive->name[0] == '"');
    }
  return own && print->dialect == IHOP_DIALECT_SPLIT;
}

void
ihop_host_file (IhopPrint *print, const char *about)
{
  const IhopTree *tree = print->plan->tree;
  gsize bom = g_str_has_prefix (tree->source->text, "\xef\xbb\xbf") ? 3 : 0;
  g_autoptr (GString) top = g_string_new (NULL);
  g_autofree char *comment = top_comment (print, about);
  g_autofree char *helpers = ihop_helpers_text (print);
  g_autofree char *device_helpers = print->dialect == IHOP_DIALECT_CUDA ? ihop_launcher_helpers (print) : g_strdup ("");
  gsize at = MAX (behind_includes (tree), bom);
  gboolean first = cuda_comes_first (print, at);
  g_autofree char *words = ihop_host_words (tree);
  g_autofree char *head
    = g_strconcat (comment, openmp_text (tree), first ? "#include <cuda_runtime.h>\n" : "",
                   print->dialect == IHOP_DIALECT_CUDA ? ihop_launcher_includes (print) : "", print->dialect == IHOP_DIALECT_CUDA ? words : "", NULL);

  remove_marks (print->plan, tree, print->edits);
  ihop_host_drop_uncalled (print);
  if (!first && (print->dialect == IHOP_DIALECT_CUDA || print->dialect == IHOP_DIALECT_SPLIT))
    g_string_append (top, "#include <cuda_runtime.h>\n");
  if (print->helpers & IHOP_HELPER_ELEMENTS)
    {
      append_include (top, tree, "<errno.h>", at);
      append_include (top, tree, "<pthread.h>", at);
      append_include (top, tree, "<search.h>", at);
    }
  if (print->helpers & (IHOP_HELPER_CHECK | IHOP_HELPER_BLOCKS))
    {
      append_include (top, tree, "<stdio.h>", at);
      append_include (top, tree, "<stdlib.h>", at);
    }
  else if (print->helpers && !includes (tree, "<stdlib.h>", at))
    append_include (top, tree, "<stddef.h>", at);
  if (helpers[0] || device_helpers[0])
    g_string_append_printf (top, "\n%s%s", helpers, device_helpers);
  if (g_str_has_suffix (top->str, "\n\n") && tree->source->text[at] == '\n')
    g_string_truncate (top, top->len - 1);
  /* A file may begin with a function, before which kernels stand by now. */
  ihop_edits_insert_first (print->edits, at, top->str);
  ihop_edits_insert_first (print->edits, bom, head);
}
