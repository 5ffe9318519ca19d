/* Two or four elements of each lane, one behind the other ("ld.v4"), where the lanes' pieces lie next to each other, too: together
 * they are one run of memory. It is read as whole vectors, whose elements are then put in order by lane; a gather would ask for
 * each one of them. */
#include "simt/lower/emit.h"

enum { MOST_PARTS = 4, MOST_GROUPS = 8, VECTOR_BYTES = 64 };

/* Where an element of a vector comes from. */
typedef struct
{
  guint source, at;
} Origin;

/* How many lanes' pieces make whole vectors: so many times n elements lie in a row; 0: the pieces are scattered. */
static guint
group_length (const gint64 *pattern, guint size, guint n)
{
  for (guint length = MIN (IHOP_WARP, VECTOR_BYTES / size); length >= 4; length /= 2)
    {
      gboolean fine = TRUE;
      for (guint i = 0; i < IHOP_WARP; i++)
        fine &= i % length == 0 || pattern[i] - pattern[i - 1] == (gint64) n * size;
      if (fine)
        return length;
    }
  return 0;
}

/* --- elements from several vectors ------------------------------------------------------------------ */

static LLVMValueRef
shuffle (IhopEmit *emit, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *places, guint n)
{
  return LLVMBuildShuffleVector (emit->builder, a, b, LLVMConstVector (places, n), "");
}

/* A vector of elements of n vectors of the same length, by twos: those from the lower half of the vectors, those from the upper
 * one, each where it belongs, then both. Elements from elsewhere are whatever is cheapest. */
static LLVMValueRef
choose (IhopEmit *emit, LLVMValueRef *vectors, guint first, guint n, const Origin *origins, guint length)
{
  LLVMValueRef places[IHOP_WARP], unused = LLVMGetUndef (ihop_emit_int (emit, 32));

  if (n == 2)
    {
      for (guint i = 0; i < length; i++)
        places[i] = origins[i].source >= first && origins[i].source < first + 2
                      ? ihop_emit_constant (emit, 32, (origins[i].source - first) * length + origins[i].at) : unused;
      return shuffle (emit, vectors[first], vectors[first + 1], places, length);
    }
  LLVMValueRef low = choose (emit, vectors, first, n / 2, origins, length);
  LLVMValueRef high = choose (emit, vectors, first + n / 2, n / 2, origins, length);
  for (guint i = 0; i < length; i++)
    places[i] = ihop_emit_constant (emit, 32, origins[i].source < first + n / 2 ? i : length + i);
  return shuffle (emit, low, high, places, length);
}

static LLVMValueRef
place_of (IhopEmit *emit, IhopEmitAddress address, guint lane, guint bytes)
{
  LLVMValueRef offset = ihop_emit_constant (emit, 64, address.pattern[lane] + bytes);

  return ihop_emit_pointer (emit, LLVMBuildAdd (emit->builder, address.base, offset, ""));
}

/* --- a whole warp ------------------------------------------------------------------------------------ */

/* What the lanes of one group hold: "parts" by number of the element. */
static void
load_group (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, guint lane, guint length, LLVMValueRef *parts, guint n)
{
  guint size = ihop_emit_size (element);
  LLVMValueRef run[MOST_PARTS];
  Origin origins[IHOP_WARP];

  for (guint j = 0; j < n; j++)
    {
      run[j] = LLVMBuildLoad2 (emit->builder, LLVMVectorType (element, length), place_of (emit, address, lane, j * length * size), "");
      LLVMSetAlignment (run[j], size);
    }
  for (guint k = 0; k < n; k++)
    {
      for (guint i = 0; i < length; i++)
        origins[i] = (Origin){ (i * n + k) / length, (i * n + k) % length };
      parts[k] = choose (emit, run, 0, n, origins, length);
    }
}

static void
load_whole (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, guint length, LLVMValueRef *values, guint n)
{
  LLVMValueRef parts[MOST_GROUPS][MOST_PARTS], of_one[MOST_GROUPS];
  guint n_groups = IHOP_WARP / length;

  for (guint g = 0; g < n_groups; g++)
    load_group (emit, address, element, g * length, length, parts[g], n);
  for (guint k = 0; k < n; k++)
    {
      for (guint g = 0; g < n_groups; g++)
        of_one[g] = parts[g][k];
      values[k] = ihop_emit_join (emit, of_one, length);
    }
}

static void
store_whole (IhopEmit *emit, IhopEmitAddress address, guint length, LLVMValueRef *values, guint n)
{
  guint size = ihop_emit_size (LLVMGetElementType (LLVMTypeOf (values[0])));
  LLVMValueRef parts[MOST_PARTS];
  Origin origins[IHOP_WARP];

  for (guint lane = 0; lane < IHOP_WARP; lane += length)
    {
      for (guint k = 0; k < n; k++)
        parts[k] = ihop_emit_slice (emit, values[k], lane, length);
      for (guint j = 0; j < n; j++)
        {
          for (guint i = 0; i < length; i++)
            origins[i] = (Origin){ (j * length + i) % n, (j * length + i) / n };
          LLVMValueRef run = choose (emit, parts, 0, n, origins, length);
          LLVMSetAlignment (LLVMBuildStore (emit->builder, run, place_of (emit, address, lane, j * length * size)), size);
        }
    }
}

/* --- whether all lanes are there -------------------------------------------------------------------- */

/* Code for a whole warp is made next, and behind "other" that for some lanes; both go on to "join". */
typedef struct
{
  LLVMBasicBlockRef other, join;
} Ways;

static Ways
part_ways (IhopEmit *emit)
{
  LLVMBasicBlockRef whole = LLVMAppendBasicBlockInContext (emit->context, emit->function, "whole");
  Ways ways = { LLVMAppendBasicBlockInContext (emit->context, emit->function, "some"),
                LLVMAppendBasicBlockInContext (emit->context, emit->function, "accessed") };
  LLVMValueRef all = ihop_emit_constant (emit, 32, G_MAXUINT32);

  LLVMBuildCondBr (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntEQ, emit->mask, all, ""), whole, ways.other);
  LLVMPositionBuilderAtEnd (emit->builder, whole);
  return ways;
}

/* Returns the block that has ended. */
static LLVMBasicBlockRef
end_way (IhopEmit *emit, const Ways *ways, LLVMBasicBlockRef next)
{
  LLVMBasicBlockRef from = LLVMGetInsertBlock (emit->builder);

  LLVMBuildBr (emit->builder, ways->join);
  LLVMPositionBuilderAtEnd (emit->builder, next);
  return from;
}

/* 0: these are not pieces of one run. */
static guint
length_of (IhopEmitAddress address, guint size, guint n)
{
  return address.pattern && (n == 2 || n == MOST_PARTS) ? group_length (address.pattern, size, n) : 0;
}

static void
load_each (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, LLVMValueRef *values, guint n)
{
  for (guint k = 0; k < n; k++)
    values[k] = ihop_emit_load (emit, ihop_emit_address_move (emit, address, k * ihop_emit_size (element)), element);
}

static void
store_each (IhopEmit *emit, IhopEmitAddress address, guint size, LLVMValueRef *values, guint n)
{
  for (guint k = 0; k < n; k++)
    ihop_emit_store (emit, ihop_emit_address_move (emit, address, k * size), values[k]);
}

void
ihop_emit_load_pieces (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, LLVMValueRef *values, guint n)
{
  guint length = length_of (address, ihop_emit_size (element), n);
  LLVMValueRef of_some[MOST_PARTS];
  LLVMBasicBlockRef from[2];

  if (length == 0)
    {
      load_each (emit, address, element, values, n);
      return;
    }
  if (emit->lanes_mask == NULL)
    {
      load_whole (emit, address, element, length, values, n);
      return;
    }
  Ways ways = part_ways (emit);
  load_whole (emit, address, element, length, values, n);
  from[0] = end_way (emit, &ways, ways.other);
  load_each (emit, address, element, of_some, n);
  from[1] = end_way (emit, &ways, ways.join);
  for (guint k = 0; k < n; k++)
    {
      LLVMValueRef both[] = { values[k], of_some[k] };
      values[k] = LLVMBuildPhi (emit->builder, LLVMTypeOf (both[0]), "");
      LLVMAddIncoming (values[k], both, from, 2);
    }
}

void
ihop_emit_store_pieces (IhopEmit *emit, IhopEmitAddress address, guint size, LLVMValueRef *values, guint n)
{
  guint length = length_of (address, size, n);
  LLVMValueRef of_lanes[MOST_PARTS];

  if (length == 0)
    {
      store_each (emit, address, size, values, n);
      return;
    }
  for (guint k = 0; k < n; k++)
    of_lanes[k] = ihop_emit_splat (emit, values[k]);
  if (emit->lanes_mask == NULL)
    {
      store_whole (emit, address, length, of_lanes, n);
      return;
    }
  Ways ways = part_ways (emit);
  store_whole (emit, address, length, of_lanes, n);
  end_way (emit, &ways, ways.other);
  store_each (emit, address, size, values, n);
  end_way (emit, &ways, ways.join);
}
