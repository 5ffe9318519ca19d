/* NAME.cu; or, where the C is no C++ or has to keep C's linkage, NAME.c and NAME_kernels.cu. */
#include "frontend/frontend.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/device_functions.h"
#include "gpugen/emit/emit.h"
#include "gpugen/emit/host.h"
#include "gpugen/emit/host_copy.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/emit/host_file.h"
#include "gpugen/emit/host_launch.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/kernel_text.h"
#include "gpugen/emit/launch_shape.h"
#include "gpugen/emit/launcher.h"
#include "gpugen/emit/languages.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"

static const char *
math_words (const IhopPrint *print)
{
  return print->options->fast_math ? "" : " -fmad=false";
}

static IhopProduct *
product_new (char *name, char *text)
{
  IhopProduct *product = g_new0 (IhopProduct, 1);

  product->name = name;
  product->text = text;
  return product;
}

static void
product_free (gpointer data)
{
  IhopProduct *product = data;

  g_free (product->name);
  g_free (product->text);
  g_free (product);
}

/* ---- Whether one C++ file can do ---------------------------------------------------- */

typedef struct
{
  const IhopTree *tree;
  gboolean found;
} Search;

static gboolean
is_foreign_call (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_FUNCTION
      && !node->symbol->in_system_header
      && ihop_tree_function_of (search->tree, node->symbol) == NULL
      && !g_str_has_prefix (node->symbol->name, "__builtin"))
    search->found = TRUE;
  return !search->found;
}

/* Functions of other C files: a C++ file would look for them under mangled names. */
static gboolean
calls_foreign (const IhopTree *tree)
{
  Search search = { tree, FALSE };

  for (guint i = 0; i < tree->functions->len; i++)
    ihop_node_walk (((const IhopFunction *) tree->functions->pdata[i])->body, is_foreign_call,
                    &search);
  return search.found;
}

/* Functions whose definitions stand in an included file, where nothing can be written in front of them: C++ would give them names that
 * other C files do not know. */
static gboolean
includes_definitions (const IhopTree *tree)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->symbol->storage == IHOP_STORAGE_EXTERN && !function->symbol->is_inline && function->range.source != tree->source)
        return ihop_tree_function (tree, "main") == NULL;
    }
  return FALSE;
}

static gboolean
is_on_device_only (const IhopPlan *plan, const IhopFunction *function)
{
  const IhopDeviceVersion *version = ihop_plan_version (plan, function);

  return version && version->is_only;
}

/* Functions that other C files may call keep C's names. */
static void
keep_linkage (IhopPrint *print)
{
  const IhopTree *tree = print->plan->tree;

  if (ihop_tree_function (tree, "main"))
    return;
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->in_main_file && function->range.source == tree->source
          && function->symbol->storage != IHOP_STORAGE_STATIC && !function->symbol->is_inline
          && !is_on_device_only (print->plan, function))
        ihop_edits_insert (print->edits, function->range.begin, "extern \"C\" ");
    }
}

static gboolean
is_valid (const IhopPrint *print, const char *name, const char *text, IhopDiags *diags)
{
  IhopFrontendOptions options = { .flags = (const char *const *) print->plan->tree->flags };
  g_autofree char *folder = g_path_get_dirname (print->plan->tree->source->path);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return ihop_frontend_check_cuda (path, text, strlen (text), print->plan->tree->measures, &options, diags);
}

static char *
single_text (const IhopPlan *plan, const char *file, const IhopEmitOptions *options)
{
  g_autoptr (GPtrArray) quiet = ihop_diags_new ();
  g_autoptr (IhopPrint) print = ihop_printing_new (plan, options, IHOP_DIALECT_CUDA, quiet);
  g_autofree char *about = g_strdup_printf ("Compile with: nvcc -O3%s %s", math_words (print), file);

  if (calls_foreign (plan->tree) || includes_definitions (plan->tree) || ihop_language_differs (plan))
    return NULL;
  ihop_host_overlaps (print);
  ihop_host_edit (print);
  ihop_host_file (print, about);
  keep_linkage (print); /* behind the kernels, which stand in front of functions, too */
  g_autofree char *text = ihop_edits_apply (print->edits, NULL);
  return !print->failed && is_valid (print, file, text, quiet) ? g_steal_pointer (&text) : NULL;
}

/* ---- Two files ----------------------------------------------------------------------- */

/* Everything of one function that runs on the device. */
static char *
kernels_of (IhopPrint *print, const IhopFunction *function)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < print->plan->kernels->len; i++)
    {
      const IhopKernel *kernel = print->plan->kernels->pdata[i];
      if (kernel->function != function)
        continue;
      if (out->len == 0)
        {
          g_autofree char *functions = ihop_device_functions (print, function);
          g_string_append (out, functions);
        }
      g_autofree char *text = ihop_kernel_text (print, kernel);
      g_string_append (out, text);
      g_autofree char *launcher = ihop_launcher_text (print, kernel);
      g_string_append (out, launcher);
    }
  if (g_str_has_suffix (out->str, "\n\n"))
    g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}

/* The end of a declaration: behind the ";" that no bracket encloses. */
static gsize
declaration_end (const IhopSource *source, gsize at)
{
  int depth = 0;

  for (; at < source->length; at++)
    {
      char c = source->text[at];
      depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
      if (c == ';' && depth == 0)
        return at + 1;
    }
  return source->length;
}

/* Where the type that a declaration defines begins and ends: "struct s { … }" of "static struct s { … } x[10];".
 * FALSE: it defines none. */
static gboolean
find_defined_type (const char *declaration, gsize *begin, gsize *end)
{
  g_autoptr (GRegex) regex = g_regex_new ("^[\\w\\s]*?\\b((struct|union|enum)\\s+\\w+\\s*)\\{", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int first, last, depth = 0;

  if (!g_regex_match (regex, declaration, 0, &match))
    return FALSE;
  g_match_info_fetch_pos (match, 1, &first, &last);
  *begin = (gsize) first;
  for (gsize at = (gsize) last; declaration[at]; at++)
    {
      depth += (declaration[at] == '{') - (declaration[at] == '}');
      if (depth > 0)
        continue;
      *end = at + 1;
      return TRUE;
    }
  return FALSE;
}

/* A variable goes, the type that is defined with it stays. */
static void
remove_global (IhopPrint *print, gsize begin)
{
  const IhopSource *source = print->plan->tree->source;
  gsize end = declaration_end (source, begin), first, last;
  g_autofree char *text = g_strndup (source->text + begin, end - begin);

  if (!find_defined_type (text, &first, &last))
    {
      ihop_printing_remove_lines (print, (IhopRange){ source, begin, end });
      return;
    }
  ihop_edits_remove (print->edits, begin, begin + first);
  ihop_edits_remove (print->edits, begin + last, end - 1);
}

/* A declaration may have several variables, and a variable several declarations. */
static void
remove_globals (IhopPrint *print)
{
  const IhopTree *tree = print->plan->tree;
  g_autoptr (GHashTable) begun = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) ranges = g_array_copy (tree->redeclared);

  for (guint i = 0; i < tree->globals->len; i++)
    g_array_append_val (ranges, ((const IhopSymbol *) tree->globals->pdata[i])->range);
  for (guint i = 0; i < ranges->len; i++)
    {
      IhopRange range = g_array_index (ranges, IhopRange, i);
      if (range.source == tree->source && !ihop_edits_covers (print->edits, range.begin)
          && g_hash_table_add (begun, GSIZE_TO_POINTER (range.begin)))
        remove_global (print, range.begin);
    }
}

static gboolean
is_main_file (const IhopPrint *print, const IhopFunction *function)
{
  return function->range.source == print->plan->tree->source;
}

/* The file with kernels where functions were: types, macros and includes are all in place. */
static char *
kernels_in_place (IhopPrint *print)
{
  const IhopTree *tree = print->plan->tree;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      g_autofree char *kernels = kernels_of (print, function);
      if (is_main_file (print, function) && kernels[0])
        ihop_edits_replace (print->edits, function->range.begin, function->range.end, kernels);
      else if (is_main_file (print, function))
        ihop_printing_remove_lines (print, (IhopRange){ tree->source, ihop_host_before_function (tree->source, function),
                                                        function->range.end });
    }
  remove_globals (print);
  return ihop_edits_apply (print->edits, NULL);
}

/* Only the preprocessor's lines, and the kernels between them. */
static char *
kernels_among_directives (IhopPrint *print)
{
  const IhopTree *tree = print->plan->tree;
  GString *out = g_string_new (NULL);
  guint next = 0;

  for (guint i = 0; i <= tree->directives->len; i++)
    {
      const IhopDirective *directive
        = i < tree->directives->len ? &g_array_index (tree->directives, IhopDirective, i) : NULL;
      for (; next < tree->functions->len; next++)
        {
          const IhopFunction *function = tree->functions->pdata[next];
          if (is_main_file (print, function) && directive
              && function->range.begin > directive->range.begin)
            break;
          g_autofree char *kernels = kernels_of (print, function);
          g_string_append_printf (out, "%s%s", kernels[0] ? "\n" : "", kernels);
        }
      if (directive == NULL || directive->kind == IHOP_DIRECTIVE_PRAGMA)
        continue;
      g_autofree char *text = ihop_range_text (directive->range);
      g_string_append_printf (out, "%s\n", text);
    }
  return g_string_free (out, FALSE);
}

/* Names that nothing could be done about. */
static void
advise_names (const IhopTree *tree, IhopDiag *refusal)
{
  for (guint i = 0; i < tree->clashes->len; i++)
    {
      const IhopClash *clash = tree->clashes->pdata[i];
      if (clash->kept && clash->kept_line)
        ihop_diag_remedy (refusal, "call \"%s\" otherwise: it is %s, and %s (line %u)", clash->name,
                          ihop_argument_phrase (clash->why), ihop_argument_phrase (clash->kept), clash->kept_line);
      else
        ihop_diag_remedy (refusal, "call \"%s\" otherwise: it is %s, and %s", clash->name, ihop_argument_phrase (clash->why),
                          ihop_argument_phrase (clash->kept ? clash->kept : N_ ("other files may know it by that name")));
    }
}

/* "Clang says of "goto *l;": …", for the first few errors of a text that is not written: no line number would help. */
static GPtrArray *
errors_with_lines (const IhopDiags *errors, const char *text)
{
  GPtrArray *said = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; i < errors->len && i < 3; i++)
    {
      const IhopDiag *error = errors->pdata[i];
      const char *line = error->line && error->line <= g_strv_length (lines) ? lines[error->line - 1] : "";
      g_autofree char *words = g_strstrip (g_strdup (line));
      g_ptr_array_add (said, words[0] ? g_strdup_printf ("as C++, \"%s\": %s", words, ihop_message_text (error->message))
                                      : g_strdup (ihop_message_text (error->message)));
    }
  return said;
}

static char *
kernels_text (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
              IhopDiags *diags)
{
  static char *(*const ways[]) (IhopPrint *) = { kernels_in_place, kernels_among_directives };
  g_autofree char *file = g_strdup_printf ("%s_kernels.cu", name);
  g_autoptr (GPtrArray) said = NULL; /* of the first way, which has all that the file has */

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (GPtrArray) here = ihop_diags_new ();
      g_autoptr (IhopPrint) print = ihop_printing_new (plan, options, IHOP_DIALECT_CUDA, here);
      g_autofree char *about = g_strdup_printf (
        "The kernels of %s.c. Compile with: nvcc -O3%s %s.c %s", name, math_words (print), name,
        file);
      g_autofree char *comment = ihop_text_comment ("", about);
      print->dialect = IHOP_DIALECT_SPLIT;
      g_autofree char *body = ways[i](print), *words = ihop_host_words (plan->tree), *helpers = ihop_launcher_helpers (print);
      g_autofree char *text = g_strconcat (comment, "#include <cuda_runtime.h>\n", ihop_launcher_includes (print), words, "\n", helpers, body, NULL);
      if (!print->failed && is_valid (print, file, text, here))
        return g_steal_pointer (&text);
      if (said == NULL)
        said = errors_with_lines (here, text);
    }
  IhopDiag *refusal = ihop_diags_add_at (
    diags, IHOP_REFUSED, "IHOP-E002", plan->tree->source->path, 0, 0,
    "No CUDA program was written: what the kernels need of this file is no valid C++.");
  advise_names (plan->tree, refusal);
  for (guint i = 0; i < said->len; i++)
    ihop_diag_remedy (refusal, "%s", (const char *) said->pdata[i]);
  return NULL;
}

static char *
split_host_text (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
                 IhopDiags *diags)
{
  g_autoptr (IhopPrint) print = ihop_printing_new (plan, options, IHOP_DIALECT_SPLIT, diags);
  g_autofree char *about
    = g_strdup_printf ("Its kernels are in %s_kernels.cu. Compile with: nvcc -O3%s %s.c "
                       "%s_kernels.cu", name, math_words (print), name, name);

  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      g_autofree char *head = ihop_launcher_head (print, kernel);
      g_autofree char *text = g_strdup_printf ("%s;%s", head,
                                               i + 1 < plan->kernels->len
                                                   && ((const IhopKernel *)
                                                         plan->kernels->pdata[i + 1])->function
                                                        == kernel->function
                                                 ? "\n" : "\n\n");
      ihop_edits_insert (print->edits, ihop_host_before_function (print->plan->tree->source, kernel->function), text);
    }
  ihop_host_overlaps (print);
  ihop_host_edit (print);
  ihop_host_file (print, about);
  return print->failed ? NULL : ihop_edits_apply (print->edits, NULL);
}

GPtrArray *
ihop_emit_cuda (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
                IhopDiags *diags)
{
  GPtrArray *products = g_ptr_array_new_with_free_func (product_free);
  g_autofree char *file = g_strconcat (name, ".cu", NULL);
  char *single = single_text (plan, file, options);

  if (single)
    {
      g_ptr_array_add (products, product_new (g_steal_pointer (&file), single));
      return products;
    }
  char *kernels = kernels_text (plan, name, options, diags);
  char *host = kernels ? split_host_text (plan, name, options, diags) : NULL;
  if (kernels && host)
    {
      g_ptr_array_add (products, product_new (g_strconcat (name, ".c", NULL), host));
      g_ptr_array_add (products, product_new (g_strconcat (name, "_kernels.cu", NULL), kernels));
    }
  else
    g_free (kernels);
  return products;
}
