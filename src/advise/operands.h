/* Arrays that sums along rows or columns read, for nests in which a block has several results and fetches strips of their operands
 * into shared memory, by eight warps. */
#pragma once
#include "advise/layout.h"

#define IHOP_OPERAND_DIMENSIONS 8

typedef struct
{
  char *name;              /* of the array; owned */
  guint rank;
  gboolean by_sum[IHOP_OPERAND_DIMENSIONS], by_result[IHOP_OPERAND_DIMENSIONS]; /* which loop the subscript follows; the last one
                                                                                 * is number 0 */
} IhopOperand;

/* Of IhopOperand; caller unrefs. */
GArray *ihop_operands_new (void);
/* Adds the arrays of which the code touches other elements wherever "sum", the iterator of the loop that adds up, has another value;
 * each once. "result" counts the results. */
void ihop_operands_collect (GArray *operands, const IhopNode *code, const IhopSymbol *sum, const IhopSymbol *result);
/* Results do not share it, and sums walk along its rows: threads beside each other that have a result each are far from each other
 * in memory. */
gboolean ihop_operand_has_rows (const IhopOperand *operand);
/* How many elements of each sum's terms are fetched at once: as many, up to 128, as take no more than so many bytes of shared memory
 * for all operands of so many results, if elements have the size of a double. 0: not even 32 do. */
guint ihop_operands_strip (const GArray *operands, guint results, guint64 most);
/* Results of a block: a warp's, or fewer if there are not enough for four blocks on each multiprocessor; but at least four, which add up, and two whole
 * sectors of the caches where results lie beside each other in an operand. The nest's outermost loop counts the results. */
guint ihop_operands_results (const IhopLayout *layout, const GArray *operands);
/* Threads that fetch one of them, as the step "stage" has it: "8 32" is 32 along the last subscript. Caller frees. */
char *ihop_operand_fetchers (const GArray *operands, const IhopOperand *operand, guint results, guint strip);
