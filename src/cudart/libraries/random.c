#include "cudart/libraries/random.h"
#include <stdlib.h>
#include <string.h>

enum { WORDS = 5, BITS = 32 * WORDS, XORWOW_SEQUENCES = 4096, PHILOX_SEQUENCES = 65536, PHILOX_UNITS = 4, APART = 67, ROUNDS = 10 };

typedef struct
{
  uint32_t word[WORDS], counter;
} State;

struct IhopRandom
{
  IhopRandomKind kind;
  uint64_t seed;
  unsigned turn; /* of a sequence; Philox: of one of its units */
  union
  {
    struct
    {
      State states[XORWOW_SEQUENCES];
      State jump[BITS]; /* where 2^67 steps lead from a state that has this one bit */
    } xorwow;
    uint64_t numbers[PHILOX_SEQUENCES]; /* of the next four draws */
  };
};

/* --- XORWOW ------------------------------------------------------------------------------------- */

static void
step (State *state)
{
  uint32_t *x = state->word, first = x[0] ^ x[0] >> 2, last = x[4];

  memmove (x, x + 1, (WORDS - 1) * sizeof *x);
  x[4] = last ^ last << 4 ^ first ^ first << 1;
}

/* The steps are linear: where a state leads is the sum (exclusive or) of where its bits lead. */
static State
jump (const State *of_bit, const State *from)
{
  State to = { { 0 }, 0 };

  for (int bit = 0; bit < BITS; bit++)
    if (from->word[bit / 32] >> bit % 32 & 1)
      for (int i = 0; i < WORDS; i++)
        to.word[i] ^= of_bit[bit].word[i];
  return to;
}

static void
find_jump (State *of_bit)
{
  State twice[BITS];

  for (int bit = 0; bit < BITS; bit++)
    {
      of_bit[bit] = (State){ { 0 }, 0 };
      of_bit[bit].word[bit / 32] = 1u << bit % 32;
      step (&of_bit[bit]);
    }
  for (int power = 0; power < APART; power++)
    {
      for (int bit = 0; bit < BITS; bit++)
        twice[bit] = jump (of_bit, &of_bit[bit]);
      memcpy (of_bit, twice, sizeof twice);
    }
}

static uint32_t
next (State *state)
{
  step (state);
  state->counter += 362437;
  return state->word[4] + state->counter;
}

static void
begin_xorwow (IhopRandom *random)
{
  uint32_t low = 1099087573u * ((uint32_t) random->seed ^ 0xaad26b49u), high = 2591861531u * ((uint32_t) (random->seed >> 32) ^ 0xf7dcefddu);
  State *states = random->xorwow.states;

  states[0] = (State){ { 123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low }, 6615241u + high + low };
  for (int i = 1; i < XORWOW_SEQUENCES; i++)
    {
      states[i] = jump (random->xorwow.jump, &states[i - 1]);
      states[i].counter = states[0].counter; /* 2^67 times as much is nothing in 32 bits */
    }
}

/* --- Philox ------------------------------------------------------------------------------------- */

static void
philox (uint64_t seed, uint64_t number, uint64_t sequence, uint32_t *x)
{
  uint32_t key[] = { seed, seed >> 32 };

  x[0] = number, x[1] = number >> 32, x[2] = sequence, x[3] = sequence >> 32;
  for (int round = 0; round < ROUNDS; round++)
    {
      uint64_t a = 0xd2511f53ull * x[0], b = 0xcd9e8d57ull * x[2];
      x[0] = (uint32_t) (b >> 32) ^ x[1] ^ key[0];
      x[1] = b;
      x[2] = (uint32_t) (a >> 32) ^ x[3] ^ key[1];
      x[3] = a;
      key[0] += 0x9e3779b9u;
      key[1] += 0xbb67ae85u;
    }
}

static void
draw_philox (IhopRandom *random, unsigned at, unsigned n, uint32_t *draws)
{
  unsigned sequence = random->turn / PHILOX_UNITS;
  uint32_t four[4];

  for (unsigned i = 0; i < n; i++)
    {
      if (i == 0 || (at + i) % 4 == 0)
        philox (random->seed, random->numbers[sequence] + (at + i) / 4, sequence, four);
      draws[i] = four[(at + i) % 4];
    }
}

/* --- both --------------------------------------------------------------------------------------- */

IhopRandom *
ihop_random_new (IhopRandomKind kind)
{
  IhopRandom *random = calloc (1, sizeof *random);

  if (random == NULL)
    return NULL;
  random->kind = kind;
  if (kind == IHOP_RANDOM_XORWOW)
    find_jump (random->xorwow.jump);
  ihop_random_skip_to (random, 0);
  return random;
}

void
ihop_random_free (IhopRandom *random)
{
  free (random);
}

void
ihop_random_seed (IhopRandom *random, uint64_t seed)
{
  random->seed = seed;
}

void
ihop_random_skip_to (IhopRandom *random, uint64_t n)
{
  uint64_t units = random->kind == IHOP_RANDOM_XORWOW ? XORWOW_SEQUENCES : PHILOX_SEQUENCES * PHILOX_UNITS;

  random->turn = n % units;
  if (random->kind == IHOP_RANDOM_PHILOX)
    {
      for (unsigned i = 0; i < PHILOX_SEQUENCES; i++)
        random->numbers[i] = n / units + (i < random->turn / PHILOX_UNITS);
      return;
    }
  begin_xorwow (random);
  for (unsigned i = 0; i < XORWOW_SEQUENCES; i++)
    for (uint64_t k = n / units + (i < random->turn); k > 0; k--)
      next (&random->xorwow.states[i]);
}

unsigned
ihop_random_turn (const IhopRandom *random)
{
  return random->turn;
}

void
ihop_random_draw (IhopRandom *random, unsigned at, unsigned n, unsigned fours, uint32_t *draws)
{
  if (random->kind == IHOP_RANDOM_PHILOX)
    {
      draw_philox (random, at, n, draws);
      if (random->turn % PHILOX_UNITS == PHILOX_UNITS - 1)
        random->numbers[random->turn / PHILOX_UNITS] += fours;
      random->turn = (random->turn + 1) % (PHILOX_SEQUENCES * PHILOX_UNITS);
      return;
    }
  for (unsigned i = 0; i < n; i++)
    draws[i] = next (&random->xorwow.states[random->turn]);
  random->turn = (random->turn + 1) % XORWOW_SEQUENCES;
}
