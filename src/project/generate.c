/* One file through plan and printers. */
#include "gpugen/emit/emit.h"
#include "gpugen/plan/plan.h"
#include "project/prepare/import.h"
#include "project/project.h"
#include "project/project_private.h"
#include "project/reread.h"
#include <string.h>

IhopProduct *
ihop_product_new (char *name, char *text)
{
  IhopProduct *product = g_new0 (IhopProduct, 1);

  product->name = name;
  product->text = text;
  return product;
}

void
ihop_product_free (IhopProduct *product)
{
  if (product == NULL)
    return;
  g_free (product->name);
  g_free (product->text);
  g_free (product);
}

void
ihop_generated_free (IhopGenerated *generated)
{
  if (generated == NULL)
    return;
  ihop_plan_free (generated->plan);
  ihop_plan_free (generated->cpu_plan);
  ihop_facts_free (generated->cpu_facts);
  g_clear_pointer (&generated->cpu_diags, g_ptr_array_unref);
  g_clear_pointer (&generated->cpu_tree, ihop_tree_unref);
  g_ptr_array_unref (generated->products);
  g_clear_pointer (&generated->script, g_ptr_array_unref);
  g_free (generated);
}

typedef struct
{
  const char *first_word;
  gboolean found;
} PragmaSearch;

static gboolean
look_for_pragma (const IhopNode *node, gpointer data)
{
  PragmaSearch *search = data;
  gsize length = strlen (search->first_word);

  if (node->kind == IHOP_PRAGMA && g_str_has_prefix (node->text, search->first_word))
    search->found |= !g_ascii_isalnum (node->text[length]) && node->text[length] != '_';
  return !search->found;
}

/* In functions; a line of its own or _Pragma, a macro's too. */
static gboolean
has_pragma (const IhopTree *tree, const char *first_word)
{
  PragmaSearch search = { first_word, FALSE };

  for (guint i = 0; i < tree->functions->len && !search.found; i++)
    ihop_node_walk (((const IhopFunction *) tree->functions->pdata[i])->body, look_for_pragma, &search);
  return search.found;
}

gboolean
ihop_project_has_pragma (const IhopProject *project, const char *word)
{
  const GPtrArray *files = ihop_project_files (project);
  gboolean found = FALSE;

  for (guint i = 0; i < files->len && !found; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      found = file->tree && has_pragma (file->tree, word);
    }
  return found;
}

IhopChoose
ihop_project_usual_choice (const IhopProjectFile *file)
{
  if (file->tree && has_pragma (file->tree, "target"))
    return IHOP_CHOOSE_TARGET;
  if (file->tree && has_pragma (file->tree, "scop"))
    return IHOP_CHOOSE_SCOP;
  return IHOP_CHOOSE_AUTO;
}

/* Moves the printer's products over; their array may or may not free its elements. */
static void
take_products (GPtrArray *all, GPtrArray *some)
{
  for (guint i = 0; some && i < some->len; i++)
    {
      const IhopProduct *product = some->pdata[i];
      g_ptr_array_add (all, ihop_product_new (g_strdup (product->name), g_strdup (product->text)));
    }
  if (some)
    g_ptr_array_unref (some);
}

/* Steps that suit a device need not suit a CPU; the fallback is made from the better of the two. */
static gboolean
slows_cpu (IhopProject *project, const IhopProjectFile *file,
           const IhopGenerateOptions *options)
{
  if (file->first_tree == NULL || options->plan.choose == IHOP_CHOOSE_TARGET)
    return FALSE;
  if (file->advice && file->advice->steps->len == file->steps->len)
    return file->advice->slows_cpu;
  return ihop_advise_slows_cpu (file->first_tree, file->tree, ihop_project_facts_options (project),
                                &options->plan);
}

/* The file without what tests allow; NULL: nothing rests on tests. */
static const IhopTree *
before_tests (const IhopProjectFile *file)
{
  if (file->packed_tree)
    return file->packed_tree;
  return file->apart->len ? file->first_tree : NULL;
}

/* What the search would have the fallback made from; NULL: it has nothing to say about the file as it is. */
static IhopTree *
tree_for_cpu (IhopProject *project, const IhopProjectFile *file, const IhopGenerateOptions *options)
{
  const IhopAdvice *advice = file->advice;

  if (advice == NULL || advice->cpu_tree == NULL || options->plan.choose == IHOP_CHOOSE_TARGET
      || !(options->products & IHOP_PRODUCT_CPU) || advice->steps->len != file->steps->len)
    return NULL;
  return ihop_project_read_anew (project, file, advice->cpu_tree);
}

/* The file as the search would have it, else as it was before its steps, if it took any, among the others as they are. */
static void
plan_for_cpu (IhopProject *project, IhopGenerated *generated, const IhopGenerateOptions *options)
{
  const GPtrArray *files = ihop_project_files (project);
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  IhopPlanOptions plan = options->plan;

  plan.cpu_only = TRUE;
  IhopTree *first = generated->file->first_tree;
  if (first == NULL || !generated->plan->is_not_for_cpu)
    first = generated->file->tree;
  if (generated->cpu_tree)
    first = generated->cpu_tree;
  plan.guards = generated->file->guards;
  plan.apart = first == generated->file->tree ? generated->file->apart : NULL;
  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      if (file->tree)
        g_ptr_array_add (trees, file == generated->file ? first : file->tree);
    }
  g_autoptr (GPtrArray) once_called = ihop_project_once_called (generated->file, first);
  plan.once_called = once_called;
  g_autoptr (GPtrArray) imported = ihop_project_imported_from (project, generated->file);
  plan.imported = imported;
  generated->cpu_diags = ihop_diags_new ();
  generated->cpu_facts = ihop_facts_new (trees, ihop_project_facts_options (project),
                                         generated->cpu_diags);
  generated->cpu_plan
    = ihop_plan_new (generated->cpu_facts, first, &plan);
  generated->cpu_plan->first = before_tests (generated->file);
  if (generated->cpu_tree)
    generated->cpu_plan->cpu_steps = generated->file->advice->cpu_steps;
  /* The other plan's tests hold, whatever the CPU would have liked better. */
  if (generated->cpu_plan->unguarded->len)
    g_clear_pointer (&generated->cpu_plan, ihop_plan_free);
}

/* Whoever has no card reads the names that the owner gave. */
static void
keep_names (const IhopProjectFile *file, GPtrArray *products)
{
  for (guint i = 0; i < products->len; i++)
    {
      IhopProduct *product = products->pdata[i];
      g_autofree char *text = product->text;
      product->text = ihop_project_owners_text (file, text);
    }
}

static void
print_c (IhopGenerated *generated, const IhopGenerateOptions *options, GPtrArray *products, IhopDiags *diags)
{
  const char *name = generated->file->name;
  const IhopPlan *plan = generated->plan;

  if (options->products & IHOP_PRODUCT_CPU)
    take_products (products, ihop_emit_cpu (generated->cpu_plan ? generated->cpu_plan : plan, name, &options->emit,
                                            diags));
  keep_names (generated->file, products);
  if (options->products & IHOP_PRODUCT_EMULATED)
    take_products (products, ihop_emit_emulated (plan, name, &options->emit, diags));
}

/* While CUDA's program is printed, which has it read, the others are read. */
static void
print_products (IhopProject *project, IhopGenerated *generated, const IhopGenerateOptions *options)
{
  const char *name = generated->file->name;
  IhopDiags *diags = ihop_project_diags (project), *later = ihop_diags_new ();
  IhopChecks *checks = ihop_checks_new (project, generated->file);
  g_autoptr (GPtrArray) c = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_product_free);

  print_c (generated, options, c, later);
  ihop_checks_begin (checks, c);
  if (options->products & IHOP_PRODUCT_CUDA)
    take_products (generated->products, ihop_emit_cuda (generated->plan, name, &options->emit, diags));
  ihop_checks_begin (checks, generated->products);
  g_ptr_array_extend_and_steal (diags, later);
  ihop_checks_end (checks);
  g_ptr_array_extend_and_steal (generated->products, g_steal_pointer (&c));
  if (options->products & IHOP_PRODUCT_JSON)
    g_ptr_array_add (generated->products, ihop_product_new (g_strconcat (name, ".json", NULL),
                                                            ihop_plan_to_json (generated->plan)));
}

static IhopPlan *
make_plan (IhopProject *project, const IhopProjectFile *file, const IhopGenerateOptions *options)
{
  IhopPlanOptions own = options->plan;
  g_autoptr (GPtrArray) once_called = ihop_project_once_called (file, file->tree);
  g_autoptr (GPtrArray) imported = ihop_project_imported_from (project, file);

  own.imported = imported;
  own.guards = file->guards;
  own.apart = file->apart;
  own.once_called = once_called;
  if (own.choose != IHOP_CHOOSE_TARGET)
    own.on_host = file->on_host;
  IhopPlan *plan = ihop_plan_new (ihop_project_facts (project), file->tree, &own);
  if (plan->unguarded->len)
    {
      ihop_plan_free (plan);
      if (file->apart->len)
        ihop_project_take_back (project, file);
      else
        ihop_project_unpack_proved (project, file, &own);
      g_autoptr (GPtrArray) now_called = ihop_project_once_called (file, file->tree);
      own.once_called = now_called;
      own.guards = file->guards;
      own.on_host = NULL; /* the advice was about another tree */
      plan = ihop_plan_new (ihop_project_facts (project), file->tree, &own);
    }
  plan->first = before_tests (file);
  return plan;
}

IhopGenerated *
ihop_project_generate (IhopProject *project, const IhopProjectFile *file,
                       const IhopGenerateOptions *options)
{
  if (file->tree == NULL)
    return NULL;

  if (options->products & (IHOP_PRODUCT_CPU | IHOP_PRODUCT_EMULATED))
    ihop_checks_expect (file);
  IhopGenerated *generated = g_new0 (IhopGenerated, 1);
  guint told = ihop_project_diags (project)->len;
  generated->file = file;
  generated->products = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_product_free);
  generated->plan = make_plan (project, file, options);
  generated->script = ihop_project_script (file);
  generated->plan->steps = generated->script;
  generated->plan->is_not_for_cpu = slows_cpu (project, file, options);
  if (file->advice)
    {
      generated->plan->is_advised = TRUE;
      generated->plan->seconds_plain = file->advice->plain;
      generated->plan->seconds = file->advice->found;
      generated->plan->notes = file->advice->notes;
      generated->plan->left = file->advice->left;
      generated->plan->steps_tried = file->advice->tried;
    }
  generated->cpu_tree = tree_for_cpu (project, file, options);
  if (options->products & IHOP_PRODUCT_CPU
      && (generated->plan->is_not_for_cpu || generated->cpu_tree
          || (file->on_host->len && options->plan.choose != IHOP_CHOOSE_TARGET)))
    plan_for_cpu (project, generated, options);
  if (options->change_plan)
    options->change_plan (generated->plan, options->change_data);
  print_products (project, generated, options);
  ihop_project_owners_messages (file, ihop_project_diags (project), told);
  return generated;
}
