/* Barriers that are objects in shared memory: phases, tokens and numbers of phases, who leaves for good, bytes that are waited for, copies that arrive; warps that
 * produce for others. */
#include "check.h"

enum { T = 128, ROUNDS = 6 };

static __device__ unsigned
in_shared (const void *place)
{
  unsigned offset;
  asm ("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(offset) : "l"(place));
  return offset;
}

static __device__ void
init (void *barrier, unsigned count)
{
  asm volatile ("mbarrier.init.shared.b64 [%0], %1;" ::"r"(in_shared (barrier)), "r"(count) : "memory");
}

static __device__ unsigned long long
arrive (void *barrier)
{
  unsigned long long token;
  asm volatile ("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(in_shared (barrier)) : "memory");
  return token;
}

static __device__ void
wait_for (void *barrier, unsigned long long token)
{
  int is_over = 0;
  while (!is_over)
    asm volatile ("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                  : "=r"(is_over) : "r"(in_shared (barrier)), "l"(token) : "memory");
}

static __device__ void
wait_parity (void *barrier, unsigned parity)
{
  int is_over = 0;
  while (!is_over)
    asm volatile ("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                  : "=r"(is_over) : "r"(in_shared (barrier)), "r"(parity) : "memory");
}

/* Each round reads what another warp has written in the round before. */
static __global__ void
in_rounds (int *out)
{
  __shared__ unsigned long long barrier;
  __shared__ int values[2][T];
  int t = threadIdx.x;

  if (t == 0)
    init (&barrier, T);
  values[0][t] = t;
  __syncthreads ();
  for (int round = 0; round < ROUNDS; round++)
    {
      wait_for (&barrier, arrive (&barrier));
      values[(round + 1) % 2][t] = values[round % 2][(t + 33) % T] + 1;
    }
  out[t] = values[ROUNDS % 2][t];
}

/* The first warp produces, the others consume: two barriers that only numbers of phases tell apart. */
static __global__ void
in_roles (int *out)
{
  __shared__ unsigned long long full, empty;
  __shared__ int value[32];
  int t = threadIdx.x, sum = 0;

  if (t == 0)
    {
      init (&full, 32);
      init (&empty, T - 32);
    }
  __syncthreads ();
  for (int round = 0; round < ROUNDS; round++)
    if (t < 32)
      {
        if (round > 0)
          wait_parity (&empty, (round - 1) % 2);
        value[t] = 10 * round + t;
        arrive (&full);
      }
    else
      {
        wait_parity (&full, round % 2);
        sum += value[t % 32];
        arrive (&empty);
      }
  out[t] = sum;
}

/* Half of the threads leave in the first round; one promises bytes, which hold the phase until they are there. */
static __global__ void
in_parts (const int *in, int *out)
{
  __shared__ unsigned long long barrier, filled;
  __shared__ __align__ (16) int copied[T];
  int t = threadIdx.x, is_over = 7, left = -1;
  unsigned long long token;

  if (t == 0)
    {
      init (&barrier, T);
      init (&filled, T + 1);
    }
  __syncthreads ();
  asm volatile ("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(in_shared (copied + t)), "l"(in + t) : "memory");
  asm volatile ("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(in_shared (&filled)) : "memory");
  if (t == 0)
    {
      asm volatile ("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 64;" ::"r"(in_shared (&filled)) : "memory");
      asm volatile ("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.b32 %0, 1, 0, p; }"
                    : "=r"(is_over) : "r"(in_shared (&filled)) : "memory");
      asm volatile ("mbarrier.complete_tx.shared.b64 [%0], 64;" ::"r"(in_shared (&filled)) : "memory");
    }
  wait_parity (&filled, 0);
  if (t % 2)
    {
      asm volatile ("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(token) : "r"(in_shared (&barrier)) : "memory");
      out[t] = copied[T - 1 - t];
      return;
    }
  wait_for (&barrier, arrive (&barrier));
  token = arrive (&barrier);
  asm volatile ("mbarrier.pending_count.b64 %0, %1;" : "=r"(left) : "l"(token));
  wait_for (&barrier, token);
  out[t] = (t ? 0 : is_over) + copied[T - 1 - t] + (left >= 1 && left <= T / 2 ? 1000 : 0);
}

/* One thread copies a run of bytes here, and others back. */
static __global__ void
in_bulk (const int *in, int *out)
{
  __shared__ unsigned long long barrier;
  __shared__ __attribute__ ((aligned (16))) int copied[T];
  int t = threadIdx.x;
  if (t == 0)
    init (&barrier, T);
  __syncthreads ();
  if (t == 0)
    {
      asm volatile ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                    ::"r"(in_shared (copied)), "l"(in), "r"((unsigned) sizeof copied), "r"(in_shared (&barrier)) : "memory");
      asm volatile ("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(in_shared (&barrier)), "r"((unsigned) sizeof copied) : "memory");
    }
  wait_for (&barrier, arrive (&barrier));
  int other = copied[T - 1 - t];
  __syncthreads ();
  copied[t] = other + 1;
  __syncthreads ();
  if (t == 0)
    asm volatile ("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\tcp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;"
                  ::"l"(out), "r"(in_shared (copied)), "r"((unsigned) sizeof copied) : "memory");
}

int
main (void)
{
  int in[T], got[T], wanted[T], before[T];
  int *out = on_device (got, T);

  in_rounds<<<1, T>>> (out);
  back (got, out, T);
  for (int t = 0; t < T; t++)
    wanted[t] = (t + 33 * ROUNDS) % T + ROUNDS;
  expect ("in rounds", got, wanted, T);
  in_roles<<<1, T>>> (out);
  back (got, out, T);
  for (int t = 0; t < T; t++)
    wanted[t] = t < 32 ? 0 : 10 * ROUNDS * (ROUNDS - 1) / 2 + ROUNDS * (t % 32);
  expect ("in roles", got, wanted, T);
  for (int t = 0; t < T; t++)
    in[t] = 3 * t;
  in_parts<<<1, T>>> (on_device (in, T), out);
  back (got, out, T);
  for (int t = 0; t < T; t++)
    before[t] = 3 * (T - 1 - t) + (t % 2 ? 0 : 1000);
  expect ("in parts", got, before, T);
  in_bulk<<<1, T>>> (on_device (in, T), out);
  back (got, out, T);
  for (int t = 0; t < T; t++)
    wanted[t] = 3 * (T - 1 - t) + 1;
  expect ("in bulk", got, wanted, T);
  return finish ();
}
