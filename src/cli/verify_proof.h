/* What the prover says of the CUDA texts that a verification is about. */
#pragma once
#include "check/check.h"
#include "prove/prove.h"

typedef struct
{
  GPtrArray *kernels; /* of IhopVerifyProof * */
} IhopVerifyProofs;

typedef struct
{
  char *kernel;
  IhopProofVerdict verdict;
  char *message;      /* why it is refuted, or not known; NULL: it is proved */
  GArray *unneeded;       /* of guint: lines of the text where a barrier stands that is not needed */
} IhopVerifyProof;

/* Generates the texts once more, as they are delivered, and proves their kernels. The prover counts its steps, so that it ends,
 * and ends alike on every machine. Caller frees. */
IhopVerifyProofs *ihop_verify_proofs (IhopProject *project, const IhopCheckOptions *options);
void ihop_verify_proofs_free (IhopVerifyProofs *proofs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopVerifyProofs, ihop_verify_proofs_free)
guint ihop_verify_proofs_count (const IhopVerifyProofs *proofs, IhopProofVerdict verdict);
