/* What was found, for editors: what is refuted is an error, what is not known a warning. */
#include "base/sarif.h"
#include "prove/prove.h"

/* A run that is checked reports the same ids. */
static const char *
rule_of (const IhopFinding *finding)
{
  static const char *const rules[IHOP_FINDING_N_KINDS] = {
    [IHOP_FINDING_RACE] = "IHOP-K005", [IHOP_FINDING_BLOCK_RACE] = "IHOP-K005", [IHOP_FINDING_SAME_VALUE] = "IHOP-K006",
    [IHOP_FINDING_DIVERGENCE] = "IHOP-K007", [IHOP_FINDING_MASK] = "IHOP-K008",
    [IHOP_FINDING_OUTSIDE] = "IHOP-K001", [IHOP_FINDING_OBSTACLE] = "IHOP-K018" };
  gboolean is_said = finding->is_certain || finding->kind == IHOP_FINDING_SAME_VALUE;

  return is_said ? rules[finding->kind] : "IHOP-K018";
}

static IhopMessage *
place_message (const IhopProofPlace *place)
{
  return ihop_message ("block (%d, %d, %d), thread (%d, %d, %d)", (int) place->block[0], (int) place->block[1], (int) place->block[2],
                       (int) place->thread[0], (int) place->thread[1], (int) place->thread[2]);
}

static void
add_finding (IhopSarif *sarif, const IhopFinding *finding)
{
  const char *path, *level = finding->kind == IHOP_FINDING_SAME_VALUE ? "note" : finding->is_certain ? "error" : "warning";
  guint line = ihop_proof_line (finding->place[0].node, &path);

  ihop_sarif_add (sarif, rule_of (finding), level, ihop_message_ref (finding->message), path, line, 0);
  for (guint i = 0; finding->has_witness && i < finding->n_places; i++)
    {
      line = ihop_proof_line (finding->place[i].node, &path);
      ihop_sarif_relate (sarif, place_message (&finding->place[i]), path, line);
    }
}

char *
ihop_prove_to_sarif (const GPtrArray *proofs)
{
  IhopSarif *sarif = ihop_sarif_new ();

  for (guint i = 0; i < proofs->len; i++)
    {
      const IhopProof *proof = proofs->pdata[i];
      for (guint k = 0; k < proof->findings->len; k++)
        add_finding (sarif, proof->findings->pdata[k]);
    }
  return ihop_sarif_finish (sarif);
}
