/* Parameters of a scop: values that its root does not change. They stand for variables, for expressions ("p->n",
 * "sz[3]"), and for products of other parameters, which isl cannot multiply. */
#pragma once
#include "analysis/scop/scop.h"

/* Each gives the parameter's number, its place in scop->params; it is made when first asked for. From then on
 * scop->context knows its type's sign and scop->ranges its type's range; context has no more, since every test meets it. */
guint ihop_param_symbol (IhopScop *scop, const IhopSymbol *symbol);
/* "key" is the expression's ihop_node_key. */
guint ihop_param_node (IhopScop *scop, const IhopNode *node, const char *key);
/* The same of a sum as such: where nobody evaluates it, it may be more than its type holds. */
guint ihop_param_sum (IhopScop *scop, const IhopNode *node, const char *key);
/* factor: n_factors numbers of parameters, ascending. One factor is that parameter itself. */
guint ihop_param_product (IhopScop *scop, guint n_factors, const int *factor);
/* Its value over the iterators of "depth" loops. */
__isl_give isl_pw_aff *ihop_param_affine (IhopScop *scop, guint param, guint depth);
/* { params : the parameter is this number } */
__isl_give isl_set *ihop_param_equals (IhopScop *scop, guint param, gint64 number);
/* { params : the parameter is one of these numbers (of gint64) } */
__isl_give isl_set *ihop_param_one_of (IhopScop *scop, guint param, const GArray *numbers);
