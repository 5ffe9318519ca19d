#include "simt/check/rows.h"

/* Four cells: write stamp, write info, read stamp, read info of each (cell.h). */
typedef guint32 Four __attribute__ ((vector_size (64)));
typedef guint64 Eight __attribute__ ((vector_size (64)));
typedef guint32 Two __attribute__ ((vector_size (32)));
/* … as they lie in memory. */
typedef guint32 OneCell __attribute__ ((vector_size (16), aligned (16), may_alias));
typedef guint32 FourCells __attribute__ ((vector_size (64), aligned (16), may_alias));
typedef guint64 EightAddresses __attribute__ ((vector_size (64), aligned (8), may_alias));

enum { LANES = 32, AT_ONCE = 4 };
/* Bits of an info. */
enum { SITE_SHIFT = 10, MORE_SHIFT = 24, OTHER_SHIFT = 26, LOW_SHIFT = 28, THREAD = 1023, SAME_WARP = 992, SCOPE = 3 << 22, LEVEL = 3 << MORE_SHIFT };

/* Made for the vectors of this processor. */
#if defined(__x86_64__)
#define CLONES __attribute__ ((target_clones ("avx512f", "avx2", "default")))
#else
#define CLONES
#endif
#define INLINE static inline __attribute__ ((always_inline))
#define EACH(a, b, c, d) a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d
#define MOVED(a, b, c, d) { a, b, c, d, 4 + (a), 4 + (b), 4 + (c), 4 + (d), 8 + (a), 8 + (b), 8 + (c), 8 + (d), 12 + (a), 12 + (b), 12 + (c), 12 + (d) }
#define ONES G_MAXUINT32

static const Four write_stamps = { EACH (ONES, 0, 0, 0) }, write_infos = { EACH (0, ONES, 0, 0) };
static const Four read_stamps = { EACH (0, 0, ONES, 0) }, read_infos = { EACH (0, 0, 0, ONES) };

/* What is the same for all of a row. */
typedef struct
{
  guint32 floor, turn, own, warp_own; /* stamps of the turn that are ordered: of the block, of the warp */
  guint32 more_from, n_more;          /* other stamps that are */
  guint32 past, own_past;             /* those that are behind whatever comes (ihop_order_is_past) */
  guint32 now, info, thread;
  gboolean is_first_turn, is_plain;
} Constants;

INLINE Constants
constants_of (const IhopLook *look)
{
  guint32 turn = look->turn;

  return (Constants){ .floor = look->floor,
                      .turn = turn,
                      .own = look->time + 1 > turn ? look->time + 1 - turn : 0,
                      .warp_own = look->warp_time + 1 > turn ? look->warp_time + 1 - turn : 0,
                      .past = look->past,
                      .own_past = look->is_shared && look->time + 1 > turn ? look->time + 1 - turn : 0,
                      .more_from = look->more_from,
                      .n_more = look->n_more,
                      .now = look->now,
                      .info = (guint32) look->site->number << SITE_SHIFT,
                      .thread = look->warp->number * LANES,
                      .is_first_turn = turn == look->block->start && look->floor >= look->block->launch->begin,
                      .is_plain = look->is_plain };
}

INLINE gboolean
is_any (Four mask)
{
  const Eight halves = (Eight) mask;

  return (halves[0] | halves[1] | halves[2] | halves[3] | halves[4] | halves[5] | halves[6] | halves[7]) != 0;
}

#define FOUR(n) { MASK (n, 1), MASK (n, 2), MASK (n, 4), MASK (n, 8) }
#define MASK(n, bit) (n) & (bit) ? ONES : 0, (n) & (bit) ? ONES : 0, (n) & (bit) ? ONES : 0, (n) & (bit) ? ONES : 0

/* Which of cells 4k to 4k + 3 are of active lanes. */
INLINE Four
active_cells (const IhopRow *row, guint k)
{
  static const Four of_cells[16] = { FOUR (0), FOUR (1), FOUR (2), FOUR (3), FOUR (4), FOUR (5), FOUR (6), FOUR (7),
                                     FOUR (8), FOUR (9), FOUR (10), FOUR (11), FOUR (12), FOUR (13), FOUR (14), FOUR (15) };
  guint32 lanes = row->mask >> AT_ONCE * k / row->n;

  if (row->mask == G_MAXUINT32)
    return of_cells[15];
  return of_cells[row->n == 1 ? lanes & 15 : row->n == 2 ? (lanes & 1) * 3 + (lanes >> 1 & 1) * 12 : (lanes & 1) * 15];
}

INLINE guint
first_four (const IhopRow *row)
{
  return (guint) __builtin_ctz (row->mask) * row->n / AT_ONCE;
}

INLINE guint
end_of_fours (const IhopRow *row)
{
  return ((LANES - (guint) __builtin_clz (row->mask)) * row->n + AT_ONCE - 1) / AT_ONCE;
}

INLINE Four
threads_of (const Constants *constants, const IhopRow *row, guint k)
{
  static const Four by_one = { 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3 }, by_two = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1 };
  const Four first = (Four){ 0 } + (constants->thread + AT_ONCE * k / row->n);

  return row->n == 1 ? first + by_one : row->n == 2 ? first + by_two : first;
}

/* --- from and to memory ----------------------------------------------------------------------- */

/* Cell 4k + i of those that the row's lanes ask for. */
INLINE OneCell *
cell_at (const IhopRow *row, guint k, guint i)
{
  guint lane = (AT_ONCE * k + i) / row->n, at = (AT_ONCE * k + i) % row->n;

  /* What inactive lanes have is not asked for: any cell will do. */
  lane = row->mask >> lane & 1 ? lane : (guint) __builtin_ctz (row->mask);
  return (OneCell *) (row->cells + row->places[lane] + at);
}

INLINE Four
take (const IhopRow *row, guint k)
{
  if (row->places == NULL)
    return ((const FourCells *) row->cells)[k];
  if (row->n >= AT_ONCE)
    return *(const FourCells *) cell_at (row, k, 0);
  Two low = __builtin_shufflevector (*cell_at (row, k, 0), *cell_at (row, k, 1), 0, 1, 2, 3, 4, 5, 6, 7);
  Two high = __builtin_shufflevector (*cell_at (row, k, 2), *cell_at (row, k, 3), 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector (low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* "set": which of them. */
INLINE void
put (const IhopRow *row, guint k, Four cells, Four set)
{
  if (row->places == NULL)
    ((FourCells *) row->cells)[k] = cells;
  else if (row->n >= AT_ONCE)
    *(FourCells *) cell_at (row, k, 0) = cells;
  else
    {
      if (set[3])
        *cell_at (row, k, 0) = __builtin_shufflevector (cells, cells, 0, 1, 2, 3);
      if (set[7])
        *cell_at (row, k, 1) = __builtin_shufflevector (cells, cells, 4, 5, 6, 7);
      if (set[11])
        *cell_at (row, k, 2) = __builtin_shufflevector (cells, cells, 8, 9, 10, 11);
      if (set[15])
        *cell_at (row, k, 3) = __builtin_shufflevector (cells, cells, 12, 13, 14, 15);
    }
}

/* Two of four lanes ask for the same: one would be forgotten. */
INLINE gboolean
is_shared_by_lanes (const IhopRow *row, guint k)
{
  if (row->places == NULL || row->n >= AT_ONCE)
    return FALSE;
  const OneCell *a = cell_at (row, k, 0), *b = cell_at (row, k, 1), *c = cell_at (row, k, 2), *d = cell_at (row, k, 3);
  return (a == b) | (a == c) | (a == d) | (b == c) | (b == d) | (c == d);
}

/* --- what the cells say ----------------------------------------------------------------------- */

/* By stamps alone, at the stamps' places: those before the launch, and those before the last barrier. */
INLINE Four
is_old (const Constants *constants, Four cells)
{
  return (Four) (cells <= constants->floor) | (Four) (cells - constants->more_from < constants->n_more);
}

INLINE Four
is_own (const Constants *constants, Four cells)
{
  return (Four) (cells - constants->turn < constants->own);
}

/* Atomic writes that others may hide behind (readers.h), at their stamps' places. Where nothing but barriers orders threads there are none. */
INLINE Four
is_open (const Constants *constants, Four cells)
{
  static const Four swap = MOVED (1, 0, 3, 2);
  Four past = (Four) (cells <= constants->past) | (Four) (cells - constants->turn < constants->own_past);

  return constants->is_plain ? (Four){ 0 } : (Four) ((__builtin_shuffle (cells, swap) & SCOPE) != 0) & ~past & write_stamps;
}

/* Bytes that a reader asks for and nobody has written. */
INLINE Four
is_empty (const Constants *constants, const IhopRow *row, Four cells)
{
  const guint32 full = row->bytes << MORE_SHIFT;
  Four missing = (Four) ((cells & full) != full) & write_infos;

  if (row->is_written)
    return (Four){ 0 };
  return row->is_shared ? missing | (is_old (constants, cells) & write_stamps) : missing;
}

/* All that can be said of who was there before, at the stamps' places. */
typedef struct
{
  Four fine;     /* ordered before */
  Four open;     /* see is_open */
  Four all;      /* so are all readers */
  Four known;    /* one more reader makes no difference (ihop_race_is_known) */
  Four between;  /* how far the reader before is from this one (IhopReaders) */
  Four level;    /* of the readers */
  Four info;     /* of the same access */
  Four in_turn;
} Before;

INLINE Before
look_at (const Constants *constants, Four cells, Four threads)
{
  static const Four swap = MOVED (1, 0, 3, 2);
  Before before = { .info = __builtin_shuffle (cells, swap) };
  Four old = is_old (constants, cells), own = is_own (constants, cells), other = before.info ^ threads;

  before.in_turn = (Four) (cells >= constants->turn);
  Four warp = before.in_turn & (Four) ((other & SAME_WARP) == 0);
  Four same = before.in_turn & (Four) ((other & THREAD) == 0), warp_own = warp & (Four) (cells - constants->turn < constants->warp_own);
  before.level = before.info >> MORE_SHIFT & 3;
  before.open = is_open (constants, cells);
  before.fine = old | own | same | warp_own;
  before.all = old | (own & (Four) (before.level <= IHOP_READERS_BLOCK)) | (warp_own & (Four) (before.level == IHOP_READERS_WARP));
  before.known = ((Four) (before.level == IHOP_READERS_GRID) & ~old) | ((Four) (before.level == IHOP_READERS_BLOCK) & before.in_turn & ~own);
  before.between = (warp & IHOP_READERS_WARP) | (before.in_turn & ~warp & IHOP_READERS_BLOCK) | (~before.in_turn & IHOP_READERS_GRID);
  return before;
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef enum { NOTHING_TO_NOTE, NOTE_ALL, LOOK_CLOSER } Usual;

/* All readers and writers before are ordered by barriers; or threads of several warps or blocks have read it since, as is
 * known of it. */
INLINE Usual
usual_read (const Constants *constants, const IhopRow *row)
{
  static const Four of_stamp = MOVED (2, 2, 2, 2);
  Four wrong = { 0 }, unordered = { 0 }, unknown = { 0 };

  for (guint k = first_four (row); k < end_of_fours (row); k++)
    {
      Four cells = take (row, k), active = active_cells (row, k), level = cells & LEVEL;
      Four old = is_old (constants, cells), own = is_own (constants, cells), in_turn = (Four) (cells >= constants->turn);
      Four grid = (Four) (level == LEVEL) & ~__builtin_shuffle (old, of_stamp);
      Four known = grid | ((Four) (level == IHOP_READERS_BLOCK << MORE_SHIFT) & __builtin_shuffle (in_turn & ~own, of_stamp));
      wrong |= active & ((~(old | own) & write_stamps) | is_open (constants, cells) | is_empty (constants, row, cells));
      unordered |= active & ((~(old | own) & read_stamps) | (grid & read_infos));
      unknown |= active & ~known & read_infos;
    }
  if (is_any (wrong))
    return LOOK_CLOSER;
  return !is_any (unordered) ? NOTE_ALL : constants->is_plain && !is_any (unknown) ? NOTHING_TO_NOTE : LOOK_CLOSER;
}

INLINE void
note_all_read (const Constants *constants, const IhopRow *row)
{
  for (guint k = first_four (row); k < end_of_fours (row); k++)
    {
      Four cells = take (row, k), set = active_cells (row, k) & (read_stamps | read_infos);
      Four info = (threads_of (constants, row, k) | constants->info) & read_infos;
      put (row, k, (cells & ~set) | (((read_stamps & constants->now) | info) & set), set);
    }
}

/* As ihop_race_note_reader has it. FALSE: that has to do it. */
INLINE gboolean
read_four (const Constants *constants, const IhopRow *row, guint k)
{
  static const Four swap = MOVED (1, 0, 3, 2), of_stamp = MOVED (2, 2, 2, 2), of_info = MOVED (3, 3, 3, 3);
  Four cells = take (row, k), active = active_cells (row, k), threads = threads_of (constants, row, k);
  Before before = look_at (constants, cells, threads);
  Four unordered = ~before.fine;
  Four scoped = (Four) ((before.info & SCOPE) != 0), elsewhere = constants->is_first_turn ? (Four){ 0 } : ~before.in_turn;
  Four wrong = (unordered & write_stamps) | before.open | (unordered & (scoped | elsewhere) & read_stamps) | is_empty (constants, row, cells);

  if (is_any (wrong & active))
    return FALSE;
  Four level = before.level & ~before.all;
  Four spread = (Four) (before.between > level) & unordered;
  level = (level & ~spread) | (before.between & spread);
  Four other = (spread & (before.info & THREAD) >> 4 << OTHER_SHIFT) | (~spread & (before.info >> OTHER_SHIFT << OTHER_SHIFT));
  Four info = threads | constants->info | level << MORE_SHIFT | other;
  Four low = (cells & ((1u << LOW_SHIFT) - 1)) | __builtin_shuffle (cells, of_info) << LOW_SHIFT;
  Four is_moved = __builtin_shuffle (spread, of_stamp) & write_infos;
  Four next = (cells & write_stamps) | (low & is_moved) | (cells & write_infos & ~is_moved) | (read_stamps & constants->now)
              | (__builtin_shuffle (info, swap) & read_infos);
  Four passed = constants->is_plain ? __builtin_shuffle (before.known, of_stamp) : (Four){ 0 }, set = active & ~passed;
  put (row, k, (cells & ~set) | (next & set), set);
  return TRUE;
}

INLINE gboolean
read_row (const Constants *constants, const IhopRow *row)
{
  Usual usual = usual_read (constants, row);
  gboolean is_fine = TRUE;

  if (usual == NOTE_ALL && row->places && !row->are_apart)
    usual = LOOK_CLOSER; /* lanes may share cells */
  if (usual == NOTE_ALL)
    note_all_read (constants, row);
  for (guint k = first_four (row); usual == LOOK_CLOSER && k < end_of_fours (row); k++)
    is_fine = is_fine && !is_shared_by_lanes (row, k) && read_four (constants, row, k);
  return is_fine;
}

/* Made for what it is. */
INLINE gboolean
as_it_is (gboolean (*run) (const Constants *, const IhopRow *), const IhopLook *look, const IhopRow *row)
{
  const Constants constants = constants_of (look);
  IhopRow made = *row;

  if (row->n != 1)
    return run (&constants, &made);
  made.n = 1;
  if (row->places)
    return run (&constants, &made);
  made.places = NULL;
  if (row->mask != G_MAXUINT32)
    return run (&constants, &made);
  made.mask = G_MAXUINT32;
  return run (&constants, &made);
}

CLONES gboolean
ihop_rows_read (const IhopLook *look, const IhopRow *row)
{
  return as_it_is (read_row, look, row);
}

/* --- writing ---------------------------------------------------------------------------------- */

INLINE gboolean
is_usual_write (const Constants *constants, const IhopRow *row)
{
  Four wrong = { 0 };

  for (guint k = first_four (row); k < end_of_fours (row); k++)
    {
      static const Four of_stamp = MOVED (2, 2, 2, 2);
      Four cells = take (row, k);
      Four old = is_old (constants, cells), own = is_own (constants, cells);
      Four grid = (Four) ((cells & LEVEL) == LEVEL) & read_infos & ~__builtin_shuffle (old, of_stamp);
      wrong |= active_cells (row, k) & ((~(old | own) & (write_stamps | read_stamps)) | is_open (constants, cells) | grid);
    }
  return !is_any (wrong);
}

INLINE gboolean
may_write_four (const Constants *constants, const IhopRow *row, guint k)
{
  Before before = look_at (constants, take (row, k), threads_of (constants, row, k));
  Four readers = before.all | (Four) (before.level == IHOP_READERS_ONE);

  return !is_any (active_cells (row, k) & (before.open | (~before.fine & (write_stamps | read_stamps)) | (~readers & read_stamps)));
}

INLINE void
write_four (const Constants *constants, const IhopRow *row, guint k)
{
  Four cells = take (row, k), active = active_cells (row, k), set = active & (write_stamps | write_infos);
  Four info = threads_of (constants, row, k) | constants->info | row->bytes << MORE_SHIFT | cells >> LOW_SHIFT << LOW_SHIFT;

  put (row, k, (cells & ~set) | (((write_stamps & constants->now) | (info & write_infos)) & set), active);
}

/* Lanes that write one cell are seen when the second of them comes. */
INLINE gboolean
write_row (const Constants *constants, const IhopRow *row)
{
  gboolean is_usual = is_usual_write (constants, row), is_fine = TRUE;

  for (guint k = first_four (row); is_fine && k < end_of_fours (row); k++)
    {
      is_fine = (is_usual && (row->places == NULL || row->are_apart))
                || (!is_shared_by_lanes (row, k) && may_write_four (constants, row, k));
      if (is_fine)
        write_four (constants, row, k);
    }
  return is_fine;
}

CLONES gboolean
ihop_rows_write (const IhopLook *look, const IhopRow *row)
{
  return as_it_is (write_row, look, row);
}

/* --- addresses -------------------------------------------------------------------------------- */

INLINE Eight
active_lanes (guint32 mask, guint k)
{
  static const Eight bits = { 1, 2, 4, 8, 16, 32, 64, 128 };

  return (Eight) (((mask >> 8 * k) & bits) != 0);
}

INLINE gboolean
is_any_lane (Eight mask)
{
  return (mask[0] | mask[1] | mask[2] | mask[3] | mask[4] | mask[5] | mask[6] | mask[7]) != 0;
}

CLONES gboolean
ihop_rows_are_even (const guint64 *addresses, guint64 first, guint step, guint32 mask)
{
  static const Eight lanes = { 0, 1, 2, 3, 4, 5, 6, 7 };
  Eight wrong = { 0 };

  for (guint k = 0; k < LANES / 8; k++)
    {
      Eight behind = step ? (lanes + 8 * k) << __builtin_ctz (step) : (Eight){ 0 };
      wrong |= (((const EightAddresses *) addresses)[k] ^ (first + behind)) & active_lanes (mask, k);
    }
  return !is_any_lane (wrong);
}

CLONES gboolean
ihop_rows_rise (const guint64 *addresses, guint bytes)
{
  Eight wrong = { 0 };

  for (guint k = 0; k < LANES / 8; k++)
    {
      Eight here = ((const EightAddresses *) addresses)[k], next = *(const EightAddresses *) (addresses + 8 * k + 1);
      wrong |= (Eight) (next - here - bytes > G_MAXINT64) & (k + 1 < LANES / 8 ? active_lanes (G_MAXUINT32, 0) : active_lanes (127, 0));
    }
  return !is_any_lane (wrong);
}

CLONES gboolean
ihop_rows_are_within (const guint64 *addresses, guint64 start, guint64 last, guint bytes, guint32 mask)
{
  Eight wrong = { 0 };

  for (guint k = 0; k < LANES / 8; k++)
    {
      Eight here = ((const EightAddresses *) addresses)[k];
      wrong |= ((Eight) (here - start > last - start) | (here & (bytes - 1))) & active_lanes (mask, k);
    }
  return !is_any_lane (wrong);
}
