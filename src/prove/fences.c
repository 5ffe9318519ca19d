/* What would be without each barrier: the kernel is proved again as if that were not there. */
#include "prove/model.h"

const char *
ihop_proof_need_name (IhopProofNeed need)
{
  static const char *const names[] = { "needed", "not-needed", "unknown" };

  return names[need];
}

void
prove_fence_free (gpointer data)
{
  IhopProofFence *fence = data;

  g_ptr_array_unref (fence->findings);
  g_ptr_array_unref (fence->members);
  g_free (fence);
}

static gboolean
rests_on (const IhopProof *proof, const IhopMessage *assumption)
{
  gboolean rests = FALSE;

  for (guint i = 0; i < proof->assumptions->len; i++)
    rests = rests || ihop_message_equal (proof->assumptions->pdata[i], assumption);
  return rests;
}

/* Whether one is proved for all that the other one is proved for. */
static gboolean
is_as_general (const IhopProof *one, const IhopProof *other)
{
  gboolean is = other->is_of_arguments || !one->is_of_arguments;

  for (guint i = 0; i < one->assumptions->len; i++)
    is = is && rests_on (other, one->assumptions->pdata[i]);
  for (guint axis = 0; axis < 3; axis++)
    is = is && (one->block[axis] == 0 || one->block[axis] == other->block[axis]);
  return is;
}

static const IhopFinding *
first_finding (const IhopProof *proof)
{
  for (guint i = 0; i < proof->findings->len; i++)
    if (((const IhopFinding *) proof->findings->pdata[i])->kind != IHOP_FINDING_SAME_VALUE)
      return proof->findings->pdata[i];
  return NULL;
}

/* Where only launches of the file are proved without it, other sizes may need it. */
static IhopProofNeed
need_of (const IhopProof *with, const IhopProof *without)
{
  if (without->verdict == IHOP_REFUTED)
    return IHOP_PROOF_NEEDED;
  gboolean is_proved = without->verdict == IHOP_PROVED && (with->verdict != IHOP_PROVED || is_as_general (without, with));
  return is_proved ? IHOP_PROOF_NOT_NEEDED : IHOP_PROOF_NOT_KNOWN;
}

static IhopProofFence *
judge (const IhopTree *tree, const IhopProof *proof, const IhopNode *node, gboolean trust)
{
  Question question = { tree, proof->kernel, trust, node };
  IhopProof *without = prove_kernel (&question);
  IhopProofFence *fence = g_new0 (IhopProofFence, 1);

  fence->node = node;
  fence->need = need_of (proof, without);
  fence->finding = fence->need == IHOP_PROOF_NOT_NEEDED ? NULL : first_finding (without);
  fence->findings = g_ptr_array_ref (without->findings);
  fence->members = g_ptr_array_ref (without->members);
  prove_proof_free (without);
  return fence;
}

/* One that gives a number, as "__syncthreads_or" does, is not to be taken out; what a grid's orders more is not followed for each. */
static gboolean
is_no_more_than_barrier (const IhopNode *node)
{
  return ihop_type_strip (node->type)->kind == IHOP_TYPE_VOID && !prove_is_grid_barrier (node);
}

void
ihop_prove_fences (const IhopTree *tree, GPtrArray *proofs, gboolean trust, guint most)
{
  for (guint i = 0; i < proofs->len; i++)
    {
      IhopProof *proof = proofs->pdata[i];
      if (proof->fences)
        g_ptr_array_unref (proof->fences);
      proof->fences = g_ptr_array_new_with_free_func (prove_fence_free);
      for (guint k = 0; k < proof->barriers->len && proof->barriers->len <= most && proof->verdict != IHOP_REFUTED; k++)
        if (is_no_more_than_barrier (proof->barriers->pdata[k]))
          g_ptr_array_add (proof->fences, judge (tree, proof, proof->barriers->pdata[k], trust));
    }
}
