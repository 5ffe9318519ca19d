/* What the host may do wrong with launches, streams and events: words that runtime and engine share. */
#pragma once

/* Why a card would refuse a launch. */
typedef enum
{
  IHOP_REFUSAL_NONE,
  IHOP_REFUSAL_THREADS,     /* none, or more of a block than it or the kernel permits */
  IHOP_REFUSAL_BLOCKS,      /* none, or more than a grid may have */
  IHOP_REFUSAL_SHARED,      /* more shared memory than a block may have */
  IHOP_REFUSAL_NOT_ASKED,   /* more than 48 KiB of it, which the program has not asked for */
  IHOP_REFUSAL_COOPERATIVE, /* blocks that wait for each other, and not all find room at once */
  IHOP_REFUSAL_REGISTERS    /* a block takes more registers than there are */
} IhopRefusal;

/* What is wrong with the use of a stream or an event. */
typedef enum
{
  IHOP_MISUSE_DESTROYED, /* used behind its end */
  IHOP_MISUSE_WAITED,    /* destroyed before anybody has waited for its work */
  IHOP_MISUSE_RECORDED,  /* waited for, and never recorded */
  IHOP_MISUSE_CALLBACK   /* a function that a stream calls asks for work */
} IhopMisuse;
