/* One read or write of memory by the code of a scop. */
#pragma once
#include "analysis/scop/place.h"
#include <isl/map.h>
#include <isl/set.h>

typedef struct _IhopScopStatement IhopScopStatement;

typedef enum
{
  IHOP_MAY_NOT,               /* exact */
  IHOP_MAY_SUBSCRIPT,         /* the subscript is not affine */
  IHOP_MAY_CONDITION,         /* whether it happens depends on data */
  IHOP_MAY_CALL,              /* a called function may do it */
  IHOP_MAY_FLAT,              /* a row may be left */
  IHOP_MAY_WRAP               /* unsigned arithmetic or a conversion may wrap around */
} IhopMay;

enum { IHOP_ROW_SIZES = 2 };

/* Rows are as long as "times" times a parameter and "plus", in elements (extract/row_length.h). */
typedef struct
{
  int param;
  gint64 times, plus;
} IhopRowSize;

typedef struct
{
  guint id;
  IhopScopStatement *statement;
  IhopRef *ref;
  const IhopNode *node;       /* the reference */
  const IhopNode *why_node;   /* what made it a may access */
  gboolean is_write;
  IhopMay may;
  int position;               /* order of evaluation in the text */
  const IhopNode *update;     /* the reduction update this belongs to, or NULL */
  guint n_dims;               /* subscripts of all steps */
  isl_map *map;               /* { iterators → subscripts }, within the statement's domain */
  isl_pw_aff **subscript;     /* n_dims; NULL: any */
  IhopLinear **linear;        /* one a subscript, or NULL entries */
  guint *step_dims;           /* steps + 1: subscripts before each step */
  gboolean is_local;          /* root symbol is declared inside the scop's root */
  gboolean is_loaded;         /* behind a pointer that is itself in memory (p->data[i], rows[i][j]) */
  gboolean is_cut;            /* one subscript of the text, cut into rows: */
  guint cut_step, n_cut;      /* that of this step, into so many: */
  guint n_strides[IHOP_VALUE_TERMS]; /* the k-th of them counts in steps of the product of these … */
  int stride[IHOP_VALUE_TERMS][IHOP_TERM_FACTORS]; /* … parameters */
  guint n_sizes;              /* parameters among these that stand for … */
  IhopRowSize size[IHOP_ROW_SIZES]; /* … another length */
  guint twin;                 /* id of the first access of the same statement with an equal map */
} IhopAccess;

void ihop_access_free (gpointer access);
IhopStep *ihop_access_step (const IhopAccess *access, guint i);
/* Whether both go from the same variable through the same kinds of steps and the same members, for n steps. */
gboolean ihop_access_same_way (const IhopAccess *a, const IhopAccess *b, guint n);
/* The same of all steps. */
gboolean ihop_access_same_path (const IhopAccess *a, const IhopAccess *b);
/* Whether one subscript of each is cut, into rows of the same lengths. */
gboolean ihop_access_same_rows (const IhopAccess *a, const IhopAccess *b);
/* Subscripts of the first n steps, where one that is cut is several. */
guint ihop_access_count_dims (const IhopAccess *access, guint n_steps);
/* { instance → the first n subscripts of the access }, without the statement's name. */
__isl_give isl_map *ihop_access_leading (const IhopAccess *access, guint n);
