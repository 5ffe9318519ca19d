/* A small library of matrices that functions make and return, in numbers without a sign, and conjugate gradients over it. Whether the
 * transposed matrix has rows as long as it takes is asked at run time, for both loops at once; a product whose loops go over a matrix that
 * was made on the way is one kernel. FOUND: 9 HANDED: 8 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
typedef struct { size_t rows, cols; double *data; } Matrix;
#define AT(m, i, j) ((m)->data[(i) * (m)->cols + (j)])
Matrix *matrix_new(size_t r, size_t c) { Matrix *m = malloc(sizeof *m); m->rows = r; m->cols = c; m->data = calloc(r * c, sizeof *m->data); return m; }
void matrix_free(Matrix *m) { if (m) { free(m->data); free(m); } }
Matrix *matrix_mul(const Matrix *a, const Matrix *b) {
  if (a->cols != b->rows) return NULL;
  Matrix *c = matrix_new(a->rows, b->cols);
  for (size_t i = 0; i < a->rows; i++)
    for (size_t j = 0; j < b->cols; j++) {
      double s = 0;
      for (size_t k = 0; k < a->cols; k++) s += AT(a, i, k) * AT(b, k, j);
      AT(c, i, j) = s;
    }
  return c;
}
Matrix *matrix_transpose(const Matrix *a) {
  Matrix *t = matrix_new(a->cols, a->rows);
  for (size_t i = 0; i < a->rows; i++) for (size_t j = 0; j < a->cols; j++) AT(t, j, i) = AT(a, i, j);
  return t;
}
void matvec(const Matrix *a, const double *x, double *y) { for (size_t i = 0; i < a->rows; i++) { double s = 0; for (size_t j = 0; j < a->cols; j++) s += AT(a, i, j) * x[j]; y[i] = s; } }
double dot(size_t n, const double *a, const double *b) { double s = 0; for (size_t i = 0; i < n; i++) s += a[i] * b[i]; return s; }
void axpy(size_t n, double f, const double *x, double *y) { for (size_t i = 0; i < n; i++) y[i] += f * x[i]; }
int cg(const Matrix *a, const double *b, double *x, int most, double eps) {
  size_t n = a->rows;
  double *r = malloc(n * sizeof *r), *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
  for (size_t i = 0; i < n; i++) { x[i] = 0; r[i] = p[i] = b[i]; }
  double rho = dot(n, r, r);
  int it = 0;
  while (it < most && sqrt(rho) > eps) {
    matvec(a, p, q);
    double alpha = rho / dot(n, p, q);
    axpy(n, alpha, p, x);
    axpy(n, -alpha, q, r);
    double next = dot(n, r, r);
    for (size_t i = 0; i < n; i++) p[i] = r[i] + next / rho * p[i];
    rho = next;
    it++;
  }
  free(r); free(p); free(q);
  return it;
}
int main(void) {
  size_t n = 40;
  Matrix *a = matrix_new(n, n);
  for (size_t i = 0; i < n; i++) for (size_t j = 0; j < n; j++) AT(a, i, j) = 1.0 / (1 + i + 2 * j) + (i == j ? 2 : 0);
  Matrix *t = matrix_transpose(a), *s = matrix_mul(t, a);
  double *b = malloc(n * sizeof *b), *x = malloc(n * sizeof *x);
  for (size_t i = 0; i < n; i++) b[i] = i % 7;
  int it = cg(s, b, x, 50, 1e-8);
  printf("%d %.9g\n", it, dot(n, x, b));
  matrix_free(a); matrix_free(t); matrix_free(s); free(b); free(x);
}
