/* keep-last: of iterations that overwrite each other only the last is left (dead iterations: Feautrier 1991; Verdoolaege and
 * others 2013, whose PPCG drops them, too).
 *
 * The proof: the iterations are parallel but for variables of which each could have a copy of its own, and everything that the
 * loop writes is such a variable: an iteration sets all that it reads of it, and all that any iteration sets (privatization:
 * Tu and Padua 1993). So the last iteration reads and leaves the same without the ones before it. */
#include "analysis/memory/definitions.h"
#include "analysis/verdict/privatization.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/refusal.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/loop_proof.h"

static gboolean
is_overwritten (IhopLoopProof *proof, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) accesses = ihop_proof_accesses (proof, symbol);
  const IhopAccess *uncovered = NULL;
  g_autofree IhopPrivate *private = ihop_privatize (proof->scop, symbol, accesses, &uncovered);

  if (private)
    return TRUE;
  if (uncovered && !uncovered->is_write)
    return ihop_proof_refuse_uncovered (proof, uncovered, accesses);
  ihop_refuse (proof->step, IHOP_T_STORAGE, proof->header->loop,
               "an iteration of %s may leave something in %s that the last one does not overwrite", proof->header->name->address,
               symbol->name);
  return FALSE;
}

/* What the body declares is gone at an iteration's end. */
static gboolean
are_all_overwritten (IhopLoopProof *proof)
{
  g_autoptr (GHashTable) seen = ihop_defs_declared (proof->header->body);

  for (guint i = 0; i < proof->scop->accesses->len; i++)
    {
      const IhopAccess *access = proof->scop->accesses->pdata[i];
      const IhopSymbol *root = access->ref->root;
      if (access->is_write && g_hash_table_add (seen, (gpointer) root) && !is_overwritten (proof, root))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_more_than_one (IhopTransformStep *step, const IhopHeader *header)
{
  gint64 trips = ihop_header_trips (header);

  if (trips < 0 || trips > 1)
    return TRUE;
  ihop_refuse (step, IHOP_T_SHAPE, header->loop, "%s has only one iteration", header->name->address);
  return FALSE;
}

/* The last iteration where the loop runs at all: "if (0 < n) { body with n - 1 for i }". */
static GPtrArray *
last_iteration (IhopBuild *build, const IhopHeader *header)
{
  const IhopValues *values = ihop_values_new (build, header->iterator, ihop_header_last (build, header));
  GPtrArray *body = g_ptr_array_new (), *news = g_ptr_array_new ();

  ihop_append_body (body, ihop_copy (build, header->body, values));
  ihop_append_if_runs (build, header, news, body);
  ihop_append_nothing (build, news);
  return news;
}

static IhopRewrite *
keep_last_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 1, 1) || !ihop_header_of (step, words[0], &header) || !ihop_require_copyable (step, header.body)
      || !has_more_than_one (step, &header) || !ihop_require_unit_step (step, &header, TRUE)
      || !ihop_require_repeatable_header (step, &header) || !ihop_require_single_exit (step, &header)
      || !ihop_require_returning_calls (step, &header) || !ihop_require_dead_counter (step, &header)
      || !ihop_require_nameable (step, header.body, header.bound))
    return NULL;
  g_autoptr (IhopLoopProof) proof = ihop_proof_new (step, &header);
  if (proof == NULL || !ihop_proof_need_parallel (proof) || !are_all_overwritten (proof))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  return ihop_build_finish (build, header.loop, 1, last_iteration (build, &header));
}

const IhopTransform ihop_transform_keep_last = {
  .name = "keep-last",
  .usage = "LOOP",
  .summary = N_ ("Of iterations that overwrite each other only the last is left"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = keep_last_build,
};
