/* Integer values of expressions, as isl sees them.
 *
 * A value is a sum of terms "c * a1 * a2 …": c is a quasi-affine expression of iterators and
 * parameters, the a's are parameters. A value with the one term that has no a's is affine. The
 * products are kept because A[i*n + j] is affine again once its rows are told apart (extract/access_relation.c). */
#pragma once
#include <isl/map.h>
#include <glib.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>

enum { IHOP_VALUE_TERMS = 6, IHOP_TERM_FACTORS = 3 };

typedef struct
{
  isl_pw_aff *coefficient;        /* over the iterators of "depth" loops */
  guint n_factors;
  int factor[IHOP_TERM_FACTORS];  /* numbers of parameters, ascending */
} IhopTerm;

/* How often the parameter is among the factors. */
guint ihop_term_power (const IhopTerm *term, int param);
/* The term's factors with this one more, ascending; how many that are. "factor" has room for IHOP_TERM_FACTORS + 1. */
guint ihop_term_with_factor (const IhopTerm *term, int param, int *factor);

typedef struct
{
  gatomicrefcount references;
  guint depth;                    /* how many iterators the coefficients are over */
  guint n_terms;
  IhopTerm term[IHOP_VALUE_TERMS];
} IhopValue;

/* Functions that make values take what they are given; NULL is the unknown value everywhere. */
IhopValue *ihop_value_new (isl_pw_aff *affine);
IhopValue *ihop_value_ref (const IhopValue *value);
void ihop_value_unref (IhopValue *value);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopValue, ihop_value_unref)
/* a + sign * b */
IhopValue *ihop_value_add (IhopValue *a, IhopValue *b, int sign);
/* value * factor; takes value. */
IhopValue *ihop_value_scale (IhopValue *value, gint64 factor);
/* Takes "value" and gives the same over more iterators. */
IhopValue *ihop_value_deepen (IhopValue *value, guint depth);
gboolean ihop_value_is_affine (const IhopValue *value);
/* A copy of the affine expression; NULL unless affine. */
isl_pw_aff *ihop_value_affine (const IhopValue *value);
/* Whether no iterator occurs in it. */
gboolean ihop_value_is_invariant (const IhopValue *value);
/* The constant, if it is one. */
gboolean ihop_value_constant (const IhopValue *value, gint64 *constant);
/* Takes coefficient. For building products; NULL when there is no room. */
IhopValue *ihop_value_add_term (IhopValue *value, isl_pw_aff *coefficient, guint n_factors,
                                const int *factor);
/* Whether a relation (or set) can be taken away from another one: with several existential variables in
 * one of its parts, the complement of each of which is tried with all others, isl may not come back, and
 * its limit on operations does not stop it there. */
gboolean ihop_map_is_simple (isl_map *map);
gboolean ihop_set_is_simple (isl_set *set);
gboolean ihop_pw_aff_involves_dims (isl_pw_aff *affine);
/* Coordinate number i of a set's point. */
gint64 ihop_point_coordinate (isl_point *point, guint i);
gboolean ihop_pw_aff_constant (isl_pw_aff *affine, gint64 *constant);
/* The number, as an expression over the space. */
__isl_give isl_pw_aff *ihop_affine_constant (__isl_take isl_space *space, gint64 number);
/* Parts that others build on: the single aff of a pw_aff that has one piece and no integer
 * divisions, as coefficients. FALSE when it is not of that kind or does not fit. */
typedef struct
{
  guint n_params, n_dims;
  gint64 constant;
  gint64 *coefficient; /* parameters, then iterators */
} IhopLinear;
IhopLinear *ihop_linear_new (isl_pw_aff *affine);
void ihop_linear_free (IhopLinear *linear);
