/* What it takes to wait, on every card alike: seconds. No figures of a data sheet, but of microbenchmarks.
 *
 * - From a load to what it brings: 41 cycles from the first level, 263 from the second, 479 from memory, on an H100 at 1.755 GHz
 *   (W. Luo and others, "Benchmarking and Dissecting the Nvidia Hopper GPU Architecture", IPDPS Workshops 2024).
 * - Until all blocks of a grid have met: about 1.5 microseconds for a block on each multiprocessor of a V100 (L. Zhang and others,
 *   "A Study of Single and Multi-device Synchronization Methods in Nvidia GPUs", IPDPS 2020). No figure of later cards is known to us.
 * - Until all warps of a block have: no figure of its own is used, but an upper one for a block of the most warps, of the order of what
 *   the same study has for a V100: some 20 cycles for one warp, more for each other. */
#pragma once

#define IHOP_WAIT_L1 23e-9
#define IHOP_WAIT_L2 150e-9
#define IHOP_WAIT_MEMORY 273e-9
#define IHOP_WAIT_BLOCK 50e-9
#define IHOP_WAIT_GRID 1.5e-6
