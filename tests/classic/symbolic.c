/* Symbolic strides and offsets, linearised arrays, subscripts with division, modulo and bits. */
#include "classic.h"

/* A symbolic offset on both sides. */
// expect same_offset/i: parallel
void same_offset (int n, int k) { for (int i = 0; i < n; i++) a[i + k] = a[i + k] * 2 + b[i]; }

/* Offsets k and k + 1. */
// expect next_offset/i: sequential flow a
void next_offset (int n, int k) { for (int i = 0; i < n; i++) a[i + k + 1] = a[i + k] + b[i]; }

/* A symbolic stride: distinct elements unless it is zero. */
// expect stride/i: parallel
void stride (int n, int inc) { for (int i = 0; i < n; i++) a[i * inc] = b[i]; }

/* The loop itself counts by a parameter. */
// expect symbolic_step/i: unknown IHOP-D001
void symbolic_step (int n, int inc) { for (int i = 0; i < n; i += inc) a[i] = b[i] + 1; }

/* Strides of two against an offset of one: even and odd elements. */
// expect even_odd/i: parallel
void even_odd (int n) { for (int i = 0; i < n; i++) a[2 * i] = a[2 * i + 1] + b[i]; }

/* Strides of two and four. */
// expect two_four/i: sequential
void two_four (int n) { for (int i = 0; i < n; i++) a[2 * i] = a[4 * i] + b[i]; }

/* Strides that meet nowhere by their divisors: 6 i + 2 is never 4 j + 1. */
// expect never_meet/i: parallel
void never_meet (int n) { for (int i = 0; i < n; i++) a[6 * i + 2] = a[4 * i + 1] + b[i]; }

/* They meet at multiples. */
// expect meet_somewhere/i: sequential
void meet_somewhere (int n) { for (int i = 0; i < n; i++) a[6 * i + 2] = a[4 * i + 2] + b[i]; }

/* A linearised matrix with a constant row. */
// expect linear_constant/i: parallel
// expect linear_constant/i/j: parallel
// step collapse linear_constant/i/j
void linear_constant (int n) { for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) flat[i * 8 + j] = aa[i][j]; }

/* A linearised matrix with a symbolic row. */
// expect linear_symbolic/i: parallel
// expect linear_symbolic/i/j: parallel
void linear_symbolic (int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) flat[i * m + j] = b[j]; }

/* Rows that overlap by one element. */
// expect linear_overlap/i: sequential output flat
void linear_overlap (int n) { for (int i = 0; i < 8; i++) for (int j = 0; j <= 8; j++) flat[i * 8 + j] = aa[i][j]; }

/* Stencil in a linearised matrix. */
// expect linear_stencil/i: parallel
// expect linear_stencil/i/j: parallel
void linear_stencil (int n, int m) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) a[i * m + j] = b[i * m + j] + b[(i - 1) * m + j] + b[i * m + j - 1]; }

/* Three dimensions in one. */
// expect linear_three/i: parallel
// expect linear_three/i/j: parallel
// expect linear_three/i/j/k: parallel
void linear_three (int n, int m) { for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) for (int k = 0; k < m; k++) flat[(i * n + j) * m + k] = b[k]; }

/* Transposed on the way. */
// expect linear_transpose/i: parallel
// expect linear_transpose/i/j: parallel
void linear_transpose (int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[j * n + i] = flat[i * m + j]; }

/* Not linear in i at all: distinct squares, which no affine test sees. */
// expect squares/i: unknown IHOP-D012
void squares (int n) { for (int i = 0; i < n; i++) a[i * i] = b[i]; }

/* Packed triangular storage. */
// expect packed_triangle/i: unknown IHOP-D012
// expect packed_triangle/i/j: parallel
void packed_triangle (int n) { for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) flat[i * (i + 1) / 2 + j] = aa[i][j]; }

/* Division: two iterations share an element. */
// expect halves/i: sequential
void halves (int n) { for (int i = 0; i < n; i++) a[i / 2] = b[i]; }

/* Division with the stride of its divisor. */
// expect every_fourth/i: parallel
void every_fourth (int n) { for (int i = 0; i < 4 * n; i += 4) a[i / 4] = b[i]; }

/* Modulo a constant: the elements come round again. */
// expect around/i: sequential output a
void around (int n) { for (int i = 0; i < n; i++) a[i % 8] = b[i]; }

/* Once round only. */
// expect once_round/i: parallel
void once_round (int n) { for (int i = 0; i < 8; i++) a[(i + 3) % 8] = b[i]; }

/* Modulo a parameter: the iterator stays below it, so nothing happens. */
// expect modulo_size/i: parallel
void modulo_size (int n) { for (int i = 0; i < n; i++) a[i % n] = b[i]; }

/* A neighbour on a ring of symbolic size. */
// expect ring/i: parallel
void ring (int n) { for (int i = 0; i < n; i++) a[i] = b[(i + 1) % n] + b[(i + n - 1) % n]; }

/* Written on the ring. */
// expect ring_write/i: parallel
void ring_write (int n) { for (int i = 0; i < n; i++) a[(i + 1) % n] = b[i]; }

/* Modulo a parameter that has nothing to do with the bound. */
// expect modulo_other/i: unknown IHOP-D012
void modulo_other (int n, int m) { for (int i = 0; i < n; i++) a[i % (m + 1)] = b[i]; }

/* Rows and columns from one counter. */
// expect row_and_column/i: parallel
void row_and_column (int n) { for (int i = 0; i < 64; i++) aa[i / 8][i % 8] = b[i]; }

/* The same with a symbolic width. */
// expect row_column_symbolic/i: unknown IHOP-D012
void row_column_symbolic (int n, int m) { for (int i = 0; i < n; i++) aa[i / (m + 1)][i % (m + 1)] = b[i]; }

/* Bits instead of modulo and division. */
// expect bit_fields/i: parallel
void bit_fields (int n) { for (int i = 0; i < 64; i++) aa[i >> 3][i & 7] = b[i]; }

/* "or" with a bit that is free. */
// expect or_free_bit/i: parallel
void or_free_bit (int n) { for (int i = 0; i < n; i++) a[2 * i | 1] = b[i]; }

/* "or" with a bit that may be set: two iterations share an element. */
// expect or_used_bit/i: sequential output a
void or_used_bit (int n) { for (int i = 0; i < n; i++) a[i | 1] = b[i]; }

/* Exclusive or exchanges neighbours. */
// expect xor_neighbour/i: parallel
void xor_neighbour (int n) { for (int i = 0; i < 2 * n; i++) a[i ^ 1] = b[i]; }

/* Exchanging neighbours in place. */
// expect xor_in_place/i: sequential anti a
void xor_in_place (int n) { for (int i = 0; i < 2 * n; i++) a[i] = a[i ^ 1] + b[i]; }

/* A mask with a hole. */
// expect mask_hole/i: sequential output a
void mask_hole (int n) { for (int i = 0; i < n; i++) a[i & ~2] = b[i]; }

/* Butterflies: pairs i, i + 4 in groups of eight. */
// expect butterfly/i: parallel private x
void butterfly (int n) { double x; for (int i = 0; i < 32; i++) { int l = ((i >> 2) << 3) + (i & 3); x = a[l]; a[l] = x + a[l + 4]; a[l + 4] = x - a[l + 4]; } }

/* Shifted left: distinct even elements. */
// expect shifted/i: parallel
void shifted (int n) { for (int i = 0; i < n; i++) a[i << 1] = b[i]; }

/* Reversed by a symbolic size. */
// expect backwards/i: parallel
void backwards (int n) { for (int i = 0; i < n; i++) a[n - 1 - i] = b[i]; }

/* The larger of two: several iterations write the same. */
// expect clamped/i: sequential output a
void clamped (int n) { for (int i = 0; i < n; i++) a[i > 5 ? i : 5] = b[i]; }
