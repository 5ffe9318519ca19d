/* Random numbers as cuRAND's generators draw them, bit by bit. */
#pragma once
#include <stdint.h>

/* XORWOW (G. Marsaglia, "Xorshift RNGs", 2003): 4096 sequences that lie 2^67 draws apart, in turns. Philox 4x32-10 (J. Salmon and others, "Parallel
 * random numbers: as easy as 1, 2, 3", 2011): 65536 sequences, in turns four draws of each. */
typedef enum
{
  IHOP_RANDOM_XORWOW,
  IHOP_RANDOM_PHILOX
} IhopRandomKind;

typedef struct IhopRandom IhopRandom;

/* NULL: no memory. */
IhopRandom *ihop_random_new (IhopRandomKind kind);
void ihop_random_free (IhopRandom *random);
/* For what ihop_random_skip_to begins. To begin with it is 0. */
void ihop_random_seed (IhopRandom *random, uint64_t seed);
/* As if so many numbers of 32 bits had been drawn since the seed was set. */
void ihop_random_skip_to (IhopRandom *random, uint64_t n);
/* The next unit: n draws of the sequence whose turn it is, at most 4. XORWOW: its next ones. Philox: those from number "at" on of the draws that lie
 * ahead; with the last of its four units the sequence goes on by "fours" times four draws. */
unsigned ihop_random_turn (const IhopRandom *random);
void ihop_random_draw (IhopRandom *random, unsigned at, unsigned n, unsigned fours, uint32_t *draws);
