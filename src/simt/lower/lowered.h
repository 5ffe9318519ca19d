/* A kernel's code as those see it who run it and know nothing of LLVM: what it was made for, and what
 * it needs. */
#pragma once
#include <glib.h>

/* Where lanes of a warp are when its code hands over to the exact code: a block of the quick code's
 * flow, known by its instructions, as the exact one's has more blocks. */
typedef struct
{
  guint number;      /* of the block: where its masks are handed over */
  guint first;       /* instruction */
  gboolean is_empty; /* the block in front of a guarded effect */
} IhopLowerPlace;

/* A sum that must not wrap: in front of this instruction the exact code takes over. */
typedef struct
{
  guint instruction;
  guint n_quick_blocks; /* of the quick code's flow */
  GArray *places;       /* IhopLowerPlace: where other lanes are pending */
} IhopLowerPoint;

typedef struct
{
  guint block[3];      /* threads in x, y and z: the code is made for these */
  gboolean is_exact;   /* no assumptions that would have to be tested */
  const GArray *points; /* exact code: IhopLowerPoint, where quick code may hand over; or NULL */
} IhopLowerOptions;

typedef struct
{
  guint state_size;  /* bytes that a warp keeps over barriers */
  guint local_size;  /* bytes a lane */
  guint shared_size; /* bytes a block, without what the launch adds behind */
  guint param_size;  /* bytes */
  gboolean has_numbered; /* its barriers let go some lanes at a time (run/frame.h) */
  guint handed_size; /* bytes that quick code hands over */
  GArray *points;    /* quick code: IhopLowerPoint, by number, from 1 in frame->resume; owned by the caller */
  guint first_point; /* exact code: added to the point's number for frame->resume */
} IhopLowerResult;

/* An empty list of IhopLowerPoint that frees what they own. */
GArray *ihop_lower_points_new (void);
