/*
 * What every kernel of this folder shares: the choice of a data set, the
 * element type, random inputs, the clock, and the dump of the results.
 *
 * The file is valid C17 and valid C++17, because a kernel may reach a CUDA
 * compiler together with it.
 */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Data sets: -DMINI_DATASET and so on; LARGE_DATASET where none is named. */
#if defined MINI_DATASET
#define BENCH_SIZE(mini, small, medium, large, extralarge) mini
#elif defined SMALL_DATASET
#define BENCH_SIZE(mini, small, medium, large, extralarge) small
#elif defined MEDIUM_DATASET
#define BENCH_SIZE(mini, small, medium, large, extralarge) medium
#elif defined EXTRALARGE_DATASET
#define BENCH_SIZE(mini, small, medium, large, extralarge) extralarge
#else
#define BENCH_SIZE(mini, small, medium, large, extralarge) large
#endif

/*
 * Loop bounds: a parameter of the kernel, or with -DBENCH_STATIC_BOUNDS the
 * constant of the same value. The parameters then go unused on purpose.
 */
#ifdef BENCH_STATIC_BOUNDS
#define BENCH_BOUND(parameter, constant) constant
#pragma GCC diagnostic ignored "-Wunused-parameter"
#else
#define BENCH_BOUND(parameter, constant) parameter
#endif

/* Element type: float, double or int. */
#ifndef DATA_TYPE
#define DATA_TYPE double
#endif

/* Literals and functions of that type: float has its own, the others use double's. */
#define BENCH_PASTE_(a, b) a##b
#define BENCH_PASTE(a, b) BENCH_PASTE_(a, b)
#define BENCH_TYPE_float 1
#if BENCH_PASTE(BENCH_TYPE_, DATA_TYPE)
#define BENCH_VAL(x) x##f
#define BENCH_SQRT(x) sqrtf(x)
#define BENCH_EXP(x) expf(x)
#define BENCH_POW(x, y) powf(x, y)
#else
#define BENCH_VAL(x) x
#define BENCH_SQRT(x) sqrt(x)
#define BENCH_EXP(x) exp(x)
#define BENCH_POW(x, y) pow(x, y)
#endif

static uint64_t bench_state;
static struct timespec bench_began;

/* Seeds the generator from the first argument of the program, or with 1. */
static inline void bench_seed(int argc, char **argv)
{
    bench_state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
}

/* A number from [low, high), the same on every machine (SplitMix64, Steele et al. 2014). */
static inline double bench_random(double low, double high)
{
    uint64_t z = (bench_state += UINT64_C(0x9E3779B97F4A7C15));

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) / 9007199254740992.0);
}

/* Fills an array of DATA_TYPE, given by its size in bytes, with numbers from [low, high). */
static inline void bench_fill(void *array, size_t bytes, double low, double high)
{
    DATA_TYPE *element = (DATA_TYPE *)array;

    for (size_t i = 0; i < bytes / sizeof(DATA_TYPE); i++)
        element[i] = (DATA_TYPE)bench_random(low, high);
}

static inline void bench_start(void)
{
    timespec_get(&bench_began, TIME_UTC);
}

/* Prints the seconds since bench_start() to standard error if BENCH_TIME is set. */
static inline void bench_stop(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    if (getenv("BENCH_TIME") != NULL)
        fprintf(stderr, "%.9f\n",
                (double)(now.tv_sec - bench_began.tv_sec)
                    + 1e-9 * (double)(now.tv_nsec - bench_began.tv_nsec));
}

/*
 * Appends an array to the file that BENCH_DUMP names, if it is set: a line
 * "NAME BYTES", then the bytes as they lie in memory.
 */
static inline void bench_dump(const char *name, const void *array, size_t bytes)
{
    const char *path = getenv("BENCH_DUMP");
    FILE *file;
    int failed;

    if (path == NULL)
        return;
    file = fopen(path, "ab");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    failed = fprintf(file, "%s %zu\n", name, bytes) < 0
             || fwrite(array, 1, bytes, file) != bytes;
    failed |= fclose(file) != 0;
    if (failed) {
        perror(path);
        exit(1);
    }
}

/* What main() returns when an allocation failed. */
static inline int bench_no_memory(void)
{
    fputs("out of memory\n", stderr);
    return 1;
}

#endif
