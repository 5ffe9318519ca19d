/* Vectors of CUDA's language and the sizes of grids, for host and device, in C and in C++. */
#pragma once

#ifdef __CUDA__
#define IHOP_BOTH_SIDES static __host__ __device__ __forceinline__
#define IHOP_BOTH_SIDES_MEMBER __host__ __device__ constexpr
#else
#define IHOP_BOTH_SIDES static inline
#define IHOP_BOTH_SIDES_MEMBER constexpr
#endif

#define IHOP_VECTORS(name, type, align2, align4)                                                   \
  typedef struct name##1 { type x; } name##1;                                                      \
  typedef struct __attribute__ ((aligned (align2))) name##2 { type x, y; } name##2;                \
  typedef struct name##3 { type x, y, z; } name##3;                                                \
  typedef struct __attribute__ ((aligned (align4))) name##4 { type x, y, z, w; } name##4;          \
  IHOP_BOTH_SIDES name##1 make_##name##1 (type x) { name##1 v = { x }; return v; }     \
  IHOP_BOTH_SIDES name##2 make_##name##2 (type x, type y) { name##2 v = { x, y }; return v; } \
  IHOP_BOTH_SIDES name##3 make_##name##3 (type x, type y, type z) { name##3 v = { x, y, z }; return v; } \
  IHOP_BOTH_SIDES name##4 make_##name##4 (type x, type y, type z, type w) { name##4 v = { x, y, z, w }; return v; }
IHOP_VECTORS (char, signed char, 2, 4) IHOP_VECTORS (uchar, unsigned char, 2, 4)
IHOP_VECTORS (short, short, 4, 8) IHOP_VECTORS (ushort, unsigned short, 4, 8)
IHOP_VECTORS (int, int, 8, 16) IHOP_VECTORS (uint, unsigned, 8, 16)
IHOP_VECTORS (long, long, 16, 16) IHOP_VECTORS (ulong, unsigned long, 16, 16)
IHOP_VECTORS (longlong, long long, 16, 16) IHOP_VECTORS (ulonglong, unsigned long long, 16, 16)
IHOP_VECTORS (float, float, 8, 16) IHOP_VECTORS (double, double, 16, 16)

#ifdef __cplusplus
struct dim3
{
  unsigned x, y, z;
  IHOP_BOTH_SIDES_MEMBER dim3 (unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x (vx), y (vy), z (vz) {}
  IHOP_BOTH_SIDES_MEMBER dim3 (uint3 v) : x (v.x), y (v.y), z (v.z) {}
  IHOP_BOTH_SIDES_MEMBER operator uint3 () const { return uint3{ x, y, z }; }
};
#else
typedef struct dim3
{
  unsigned x, y, z;
} dim3;
#endif
