/* Faulty programs, one after another: does anybody notice? */
#include "check/compile.h"
#include "check/disturb.h"
#include "check/faults.h"
#include "check/run.h"
#include "check/verify.h"
#include <string.h>

/* One mutant: which file, which fault, and its program. */
typedef struct
{
  IhopFacts *facts;
  guint number;        /* of the file */
  IhopFault fault;
  IhopPool *pool;
  char *text;          /* what was done */
  IhopProgram *build;
} Mutant;

static void
mutant_clear (gpointer data)
{
  Mutant *mutant = data;

  ihop_program_free (mutant->build);
  if (mutant->pool)
    ihop_pool_free (mutant->pool);
  g_free (mutant->text);
}

static GArray *
all_mutants (IhopCheck *check)
{
  GArray *mutants = g_array_new (FALSE, TRUE, sizeof (Mutant));
  IhopFacts *facts = ihop_project_facts (check->project);

  g_array_set_clear_func (mutants, mutant_clear);
  for (guint i = 0; i < check->files->len; i++)
    {
      const IhopCheckFile *file = check->files->pdata[i];
      g_autoptr (GArray) faults = ihop_fault_list (facts, file->emulated->plan);
      for (guint j = 0; j < faults->len; j++)
        {
          Mutant mutant = { .facts = facts, .number = i, .fault = g_array_index (faults, IhopFault, j) };
          g_array_append_val (mutants, mutant);
        }
    }
  return mutants;
}

/* Keeps "most" of them, chosen by the seed. */
static void
choose (GArray *mutants, guint most, guint64 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) seed);

  while (mutants->len > most)
    g_array_remove_index (mutants, (guint) g_rand_int_range (random, 0, (gint32) mutants->len));
}

static void
plant (IhopPlan *plan, gpointer data)
{
  Mutant *mutant = data;

  mutant->pool = ihop_pool_new ();
  mutant->text = ihop_fault_plant (mutant->facts, plan, mutant->fault, mutant->pool);
}

/* FALSE: the text is the same as without the fault, so there is none. */
static gboolean
is_changed (const IhopGenerated *mutated, const IhopGenerated *right)
{
  for (guint i = 0; i < mutated->products->len; i++)
    {
      const IhopProduct *product = mutated->products->pdata[i];
      for (guint j = 0; j < right->products->len; j++)
        {
          const IhopProduct *other = right->products->pdata[j];
          if (g_str_equal (product->name, other->name) && !g_str_equal (product->text, other->text))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
make_program (IhopCheck *check, Mutant *mutant, guint serial)
{
  g_autofree char *name = g_strdup_printf ("fault%u", serial);
  gboolean changed = FALSE;

  mutant->build = ihop_program_new (check->builder, IHOP_VARIANT_EMULATED, name);
  mutant->build->level = "-O1"; /* there are many, and results are the same */
  for (guint i = 0; i < check->files->len; i++)
    {
      const IhopCheckFile *file = check->files->pdata[i];
      g_autoptr (IhopGenerated) other = NULL;
      if (i == mutant->number)
        {
          other = ihop_check_generate (check, file->file, IHOP_PRODUCT_EMULATED, plant, mutant);
          ihop_fault_plant_text (other, mutant->fault);
          changed = is_changed (other, file->emulated);
        }
      ihop_check_add_products (check, mutant->build, i, other ? other : file->emulated);
    }
  return changed;
}

static void
add_result (IhopCheck *check, const Mutant *mutant, gboolean caught, char *how)
{
  IhopFaultResult *result = g_new0 (IhopFaultResult, 1);

  result->fault = g_strdup (mutant->text);
  result->caught = caught;
  result->how = how;
  g_ptr_array_add (check->report->faults, result);
}

/* By the program's own input, else by others. */
static char *
look_for_difference (IhopCheck *check, IhopProgram *build, IhopDisturbed *disturbed)
{
  IhopComparison comparison = { .unsteady = check->unsteady };
  char *message = NULL;

  ihop_program_run (check->builder, build, "run");
  if (ihop_check_compare (check, check->original, build, &message, &comparison) == IHOP_CHECK_DIFFERENT)
    return message;
  g_free (message);
  return ihop_disturbed_difference (disturbed, build);
}

static void
judge (IhopCheck *check, Mutant *mutant, IhopDisturbed *disturbed)
{
  if (mutant->build->failure)
    {
      add_result (check, mutant, TRUE, g_strdup ("it does not compile"));
      return;
    }
  char *message = look_for_difference (check, mutant->build, disturbed);
  add_result (check, mutant, message != NULL,
              message ? message : g_strdup ("every result is right all the same"));
}

/* In batches, so that compilers have company and folders do not pile up. */
static void
judge_batch (IhopCheck *check, Mutant *mutants, guint n, IhopDisturbed *disturbed)
{
  g_autofree IhopProgram **builds = g_new (IhopProgram *, n);

  for (guint i = 0; i < n; i++)
    builds[i] = mutants[i].build;
  ihop_program_all (check->builder, builds, n);
  for (guint i = 0; i < n; i++)
    judge (check, &mutants[i], disturbed);
}

void
ihop_check_faults (IhopCheck *check, const IhopProgram *right)
{
  const guint batch = 8;

  if (check->options->faults == 0)
    return;
  ihop_check_progress (check->options, "planting faults");
  g_autoptr (GArray) mutants = all_mutants (check);
  choose (mutants, check->options->faults, check->options->seed);
  for (guint i = 0; i < mutants->len;)
    if (make_program (check, &g_array_index (mutants, Mutant, i), i))
      i++;
    else
      g_array_remove_index (mutants, i);
  g_autoptr (IhopDisturbed) disturbed = ihop_disturbed_new (check, right);
  for (guint i = 0; i < mutants->len; i += batch)
    judge_batch (check, &g_array_index (mutants, Mutant, i), MIN (batch, mutants->len - i), disturbed);
}
