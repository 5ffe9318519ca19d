/* What the files that read a scop out of the tree share (extract/statements.c, affine.c, reference.c, context/context.c). */
#pragma once
#include "analysis/memory/definitions.h"
#include "analysis/scop/scop.h"

/* What a variable holds at a point of the walk. Neither value nor pointer: not known. */
typedef struct
{
  gatomicrefcount references;
  IhopValue *value;
  IhopRef *pointer;
} IhopBinding;

typedef struct
{
  IhopScop *scop;
  IhopScopLoop *loop;        /* innermost */
  guint depth;
  isl_set *domain;           /* instances that may reach this point */
  gboolean is_exact;         /* they do reach it */
  const IhopScopRegion *region;
  const IhopScopRegion *switch_region; /* around the innermost switch */
  isl_set *switch_domain;    /* instances that come to it: any label inside may be reached by them; NULL: no switch */
  GHashTable *bindings;      /* IhopSymbol → IhopBinding */
  int position;
  guint nesting;             /* recursion of value_of into definitions outside the root */
  gboolean quiet;            /* try: make no assumptions */
  const IhopNode *update;    /* the reduction update being walked */
  const IhopNode *update_left; /* its reference reduced into */
  IhopScopStatement *statement;
  IhopMay why;               /* why the last value came out as unknown */
  const IhopNode *why_node;
} IhopWalk;

/* affine.c */
IhopValue *ihop_value_of (IhopWalk *walk, const IhopNode *node);
/* An expression over the iterators of a loop and those around it (NULL: the root's own place), in these of
 * their instances; keeps domain. NULL: not affine. */
isl_pw_aff *ihop_value_in_loops (IhopScop *scop, IhopScopLoop *innermost, isl_set *domain,
                                 const IhopNode *expression);
/* The instances of the walk's depth for which a condition holds; NULL: not affine. */
isl_set *ihop_condition_of (IhopWalk *walk, const IhopNode *node);
/* Where x (kept) stands in this relation to an expression's value; NULL: not affine. "x <= (a < b ? a : b)" is one
 * convex set, though the value has two pieces. */
isl_set *ihop_condition_compare (IhopWalk *walk, isl_pw_aff *x, IhopOperator relation, const IhopNode *with);
/* conditional.c: the value of "c ? a : b". */
IhopValue *ihop_value_choice (IhopWalk *walk, const IhopNode *node);
/* Whether to compare with this choice is to compare with both of its parts: "x < (a < b ? a : b)". */
gboolean ihop_choice_splits (IhopOperator relation, const IhopNode *node);
IhopValue *ihop_value_integer (IhopWalk *walk, gint64 number);
IhopValue *ihop_value_iterator (IhopWalk *walk, guint depth);
/* Whether the value cannot be negative here (proved). Keeps value. */
gboolean ihop_value_is_nonnegative (IhopWalk *walk, const IhopValue *value);
/* No value: remembers why. Always NULL. */
IhopValue *ihop_value_unknown (IhopWalk *walk, IhopMay why, const IhopNode *node);
/* Whether no instance that reaches this point lies in "bad" (proved). Takes bad. */
gboolean ihop_walk_never (IhopWalk *walk, isl_set *bad);
/* Whether it is not negative in any instance that reaches this point (proved). Keeps affine. */
gboolean ihop_walk_nonnegative (IhopWalk *walk, isl_pw_aff *affine);
/* Takes space. */
isl_pw_aff *ihop_affine_constant (isl_space *space, gint64 number);
/* a * b, if one of them is simple enough; takes both. NULL: "node" is why. */
IhopValue *ihop_value_multiply (IhopWalk *walk, IhopValue *a, IhopValue *b, const IhopNode *node);
/* quasi_affine.c: "a / b" and "a % b"; "a & b", "a | b", "a ^ b", "a << b", "a >> b". */
IhopValue *ihop_value_divide (IhopWalk *walk, const IhopNode *node);
IhopValue *ihop_value_bitwise (IhopWalk *walk, const IhopNode *node);
/* The value turned affine by making products of parameters parameters; takes value. */
isl_pw_aff *ihop_value_flatten (IhopScop *scop, IhopValue *value);
isl_space *ihop_walk_space (const IhopWalk *walk);

/* parameters.c */
guint ihop_param_symbol (IhopScop *scop, const IhopSymbol *symbol);
guint ihop_param_node (IhopScop *scop, const IhopNode *node, const char *key);
guint ihop_param_product (IhopScop *scop, guint n_factors, const int *factor);
isl_pw_aff *ihop_param_affine (IhopScop *scop, guint param, guint depth);
/* extract/row_length.c: what the values (of one array) suggest that their factors are to be replaced by; their number, at most
 * IHOP_ROW_SIZES. */
guint ihop_row_sizes (IhopScop *scop, const GPtrArray *values, IhopRowSize *sizes);
/* The value, counted in these: a factor "param" of a term stands for that length. Caller unrefs. */
IhopValue *ihop_row_resized (IhopScop *scop, const IhopValue *value, const IhopRowSize *sizes, guint n_sizes);
/* The value with what is no row, since nothing in any of the values counts with it, in coefficients: n of
 * "i + m * j + m * n". NULL: too many terms. Caller unrefs. */
IhopValue *ihop_row_folded (IhopScop *scop, const IhopValue *value, const GPtrArray *values);
const IhopRowSize *ihop_row_size_of (const IhopRowSize *sizes, guint n_sizes, int param);
/* What a factor stands for; size: ihop_row_size_of. Caller frees. */
isl_pw_aff *ihop_row_length (IhopScop *scop, const IhopRowSize *size, int param, guint depth);
/* The product of n parameters: elements from one index of a cut subscript to the next. */
typedef struct
{
  guint n;
  int factor[IHOP_TERM_FACTORS]; /* their numbers, ascending */
} IhopStride;
/* extract/nested_rows.c: rows whose lengths do not divide each other. How deep the outermost loop is that counts with this stride
 * in one of the values, from 0: the inner loop's rows lie in the outer one's. -1: none counts. */
int ihop_row_nest_level (IhopScop *scop, const GPtrArray *values, const IhopStride *stride);
/* Whether the rows of "inner" elements that the index counts are proved to fit into one of "outer" elements. Keeps
 * all. */
gboolean ihop_row_nest_holds (IhopScop *scop, const IhopAccess *access, isl_pw_aff *index, const IhopStride *inner,
                              const IhopStride *outer);
/* Number of the parameter that this value is, or -1. */
int ihop_param_of_affine (IhopScop *scop, isl_pw_aff *affine);
/* A spelling of an expression that is equal for equal expressions; NULL: too strange. */
char *ihop_node_key (const IhopNode *node);
/* Whether the root leaves the symbol's own value alone. */
gboolean ihop_scop_keeps (IhopScop *scop, const IhopSymbol *symbol);
gboolean ihop_scop_keeps_value (IhopScop *scop, const IhopNode *expression);
/* The expression that a variable was set to last, on every way to the root, and that has the same value still; NULL:
 * none. */
const IhopNode *ihop_scop_definition (IhopScop *scop, const IhopSymbol *symbol);
/* reaching_definition.c: what a variable that the root changes holds when the root is reached: a value or a pointer. Not
 * known better, it is a parameter. *first: the expression it was set to, or NULL. */
void ihop_scop_value_before (IhopWalk *walk, const IhopSymbol *symbol, IhopValue **value,
                             IhopRef **pointer, const IhopNode **first);

/* context/context.c */
void ihop_context_fill (IhopWalk *walk);
/* context/path_conditions.c: conditions that control has passed on its way to the root: branches it took, and ways out that it did
 * not take. */
void ihop_context_know_passed (IhopWalk *walk);
/* The values of one label and of those right behind it, added to "all" (taken); *rest: "default" is among them. */
isl_set *ihop_switch_labels (isl_set *all, isl_pw_aff *value, const IhopNode *label, gboolean *rest);
/* A call of exit and the like. */
gboolean ihop_node_never_returns (const IhopNode *node);
/* context/path_state_query.c: what the variables that the root depends on may hold together when it is reached, where they are set more
 * than once, or under conditions. */
void ihop_context_know_way (IhopWalk *walk);
/* context/undecided_conditions.c: a condition on the way to the root is not followed. Remembered in scop->undecided, unless a caller or the
 * input can make it what they like. */
void ihop_context_doubt (IhopScop *scop, const IhopNode *condition);
/* The same for the conditions of ways out somewhere in a statement in front of the root. */
void ihop_context_doubt_ways_out (IhopScop *scop, const IhopNode *statement);
/* Whether the root is reached at all may depend on what the condition mentions, and is not known. */
void ihop_context_doubt_reached (IhopScop *scop, const IhopNode *condition);
/* Adds what a parameter's type says. */
void ihop_context_add_param (IhopScop *scop, guint param);
/* From now on the condition (of parameters; taken) is known of the place where the root stands, and perhaps of no
 * other. */
void ihop_context_know_here (IhopScop *scop, isl_set *condition);
/* What is known, to go back to when a condition turns out to have been assumed in vain: each state kept is given
 * back, or dropped. */
typedef struct
{
  isl_set *context, *ranges, *path;
  guint n_assumptions, n_tested;
} IhopContextMark;
IhopContextMark ihop_context_keep (const IhopScop *scop);
void ihop_context_go_back (IhopScop *scop, IhopContextMark known);
void ihop_context_drop (IhopContextMark known);
/* runtime_condition.c: tries to exclude the parameters in "bad" by a condition to be tested before the root. "domain": the
 * instances in question, over the loops of the root; a condition that leaves these loops nothing to do is none.
 * TRUE: excluded, and known from now on. Takes both. */
gboolean ihop_context_exclude (IhopScop *scop, isl_set *bad, isl_set *domain, const char *text);
/* Takes away the conditions that others imply. */
void ihop_context_drop_implied (IhopScop *scop);
void ihop_context_test_free (gpointer test);
/* Parameters, of those in "under" (kept) and the scop's ranges, for which every loop around the instances of "domain"
 * (kept) runs "times" iterations at least in some iteration of those around it, each as far as it can run so often
 * at all, by what is known without "under". outer: the loops around the root, too, whose iterators are no
 * parameters then. */
isl_set *ihop_context_busy (const IhopScop *scop, isl_set *domain, isl_set *under, guint times, gboolean outer);
/* context/provenance.c: whether a parameter may have any value that is known to be possible: a caller gives it, or input.
 * FALSE: code that is not followed works it out. */
gboolean ihop_param_is_free (IhopScop *scop, guint param);
/* Where a parameter holds one of these numbers (of gint64). */
isl_set *ihop_param_one_of (IhopScop *scop, guint param, const GArray *numbers);
/* Whether what a variable holds when the function is entered may be any number. */
gboolean ihop_context_is_free (IhopScop *scop, const IhopSymbol *symbol);
/* Whether call number "call" (of those that are seen, again and again) of a function that nobody else can call gives a
 * parameter this number. */
gboolean ihop_context_is_passed (IhopScop *scop, const IhopSymbol *symbol, guint call, gint64 *number);
/* Whether an expression is what a caller or the input gives, so that it may have any value. */
gboolean ihop_context_is_input (const IhopScop *scop, const IhopNode *value);
/* Whether somebody who is not seen gives a global variable or a function's parameter its value. */
gboolean ihop_context_is_given (IhopScop *scop, const IhopSymbol *symbol);
/* Parameters at which the root may be reached, by what every call that is seen passes to a function that nobody else
 * can call, and by variables that nothing ever changes. */
isl_set *ihop_context_of_callers (IhopScop *scop);

/* isl_text.c */
/* "n + 2*m - 1"; NULL if it is not of that kind. */
char *ihop_text_of_aff (isl_aff *aff);
/* With ternaries for pieces, "(a < b ? a : b)"; NULL if it would not be readable. */
char *ihop_text_of_pw_aff (isl_pw_aff *affine);
/* "m <= n" for an inequality or equality; negated: its opposite. NULL: has divisions. */
char *ihop_text_of_constraint (isl_constraint *constraint, gboolean negated);
/* "m > 0 && n > 2", or "(…) || (…)"; "": always. Takes a set of parameters. NULL: there are no words for
 * it, or too many. */
char *ihop_text_of_condition (isl_set *params);

/* reference.c */
IhopRef *ihop_ref_copy (const IhopRef *ref);
void ihop_ref_free (IhopRef *ref);
IhopRef *ihop_ref_of (IhopWalk *walk, const IhopNode *lvalue);
/* Where a pointer value points to; NULL: not known. */
IhopRef *ihop_ref_pointer (IhopWalk *walk, const IhopNode *pointer);
/* Any element may be meant. */
void ihop_step_forget (IhopStep *step);
/* The element behind a pointer variable that the walk has not seen set. */
IhopRef *ihop_ref_behind (IhopWalk *walk, const IhopSymbol *symbol);
/* The pointer, so many elements further (NULL: not known how many). Takes both. */
IhopRef *ihop_ref_move (IhopRef *pointer, IhopValue *offset);

/* extract/statements.c: a scop of the whole function with no statements and no knowledge, in which every variable is a
 * parameter. */
IhopScop *ihop_scop_new_blank (IhopFacts *facts, const IhopFunction *function);
/* Whether control may jump somewhere else than to a statement of the switch's own block. */
gboolean ihop_switch_has_hidden_case (const IhopNode *node);
/* extract/expressions.c */
void ihop_record (IhopWalk *walk, IhopRef *ref, const IhopNode *node, gboolean is_write,
                  IhopMay may);
/* One statement with all that is in it. */
void ihop_walk_node (IhopWalk *walk, const IhopNode *node);
/* A loop, counting or not, and its body. */
void ihop_walk_loop (IhopWalk *walk, const IhopNode *node);
/* A variable changed somewhere in "node" holds nothing known at its start and at its end. */
void ihop_walk_forget (IhopWalk *walk, const IhopNode *node);
/* The first statement that leaves this loop body before its end; NULL: none. */
const IhopNode *ihop_walk_leaving (const IhopNode *body);
void ihop_walk_expression (IhopWalk *walk, const IhopNode *node);
/* What a node evaluates beside its children: see ihop_node_extents. */
void ihop_walk_extents (IhopWalk *walk, const IhopNode *node);
void ihop_obstacle (IhopScop *scop, const char *id, const IhopNode *node, const char *remedy,
                    const char *format, ...) G_GNUC_PRINTF (5, 6);
/* From here on the walk is inexact: what follows runs or does not, as one. */
void ihop_walk_maybe (IhopWalk *walk);
/* extract/calls.c */
void ihop_walk_call (IhopWalk *walk, const IhopNode *call);
/* binding.c */
void ihop_bind (IhopWalk *walk, const IhopSymbol *symbol, IhopValue *value, IhopRef *pointer);
void ihop_binding_unref (gpointer binding);
GHashTable *ihop_bindings_copy (GHashTable *bindings);
/* Keeps only what is the same in both; takes "other". */
void ihop_bindings_join (IhopWalk *walk, GHashTable *other);
/* extract/induction.c */
typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *first;     /* the expression it was set to before the root, or NULL */
  IhopValue *value;          /* what it holds before the loop: a number … */
  IhopRef *pointer;          /* … or a pointer */
  gint64 step;               /* what an iteration adds: this … */
  IhopValue *more;           /* … and this, over nothing but parameters; or NULL */
} IhopCounter;
/* The variables (of IhopCounter *, caller unrefs) that count along with a loop that the walk is about
 * to enter. */
GPtrArray *ihop_induction_find (IhopWalk *walk, const IhopNode *loop, const IhopSymbol *iterator);
/* Binds them at the start of an iteration, inside the loop. Keeps lower (the iterator's first
 * value). */
void ihop_induction_start (IhopWalk *walk, const GPtrArray *counters, const IhopScopLoop *loop,
                           const IhopValue *lower);
/* access_path.c: the i-th step of an access, whether a step is a subscript, whether two accesses go the same way for n
 * steps or as a whole, and the subscripts of the first n steps, where one that is cut is several. */
IhopStep *ihop_access_step (const IhopAccess *access, guint i);
gboolean ihop_step_counts (const IhopStep *step);
gboolean ihop_access_same_way (const IhopAccess *a, const IhopAccess *b, guint n);
gboolean ihop_access_same_path (const IhopAccess *a, const IhopAccess *b);
guint ihop_access_count_dims (const IhopAccess *access, guint n_steps);
/* extract/delinearize.c: cuts subscripts that stand for several into rows. */
void ihop_rows_cut (IhopScop *scop);
/* Whether 0 <= index < size wherever the access is made: proved, or (unless quiet) under a condition, which is added to
 * the scop's context. Keeps both. */
gboolean ihop_rows_hold (IhopScop *scop, const IhopAccess *access, isl_pw_aff *index, isl_pw_aff *size, gboolean quiet);
/* extract/access_relation.c: gives every access its map. */
void ihop_scop_finish (IhopScop *scop);
/* extract/reduction_update.c: the reference that a statement reduces into, and the update as a whole, or NULL. */
const IhopNode *ihop_update_of (const IhopNode *node, IhopReduce *operator);
/* What a floating-point min or max does about NaN. */
typedef enum
{
  IHOP_NAN_NONE,           /* the update is no such thing */
  IHOP_NAN_REFUSED,        /* "if (x > m) m = x" never takes one; an m that is NaN stays it */
  IHOP_NAN_PASSED,         /* fmax takes the other of the two */
  IHOP_NAN_TAKEN           /* "m = m > x ? m : x" takes it, and then forgets it and all before */
} IhopNan;
IhopNan ihop_update_nan (const IhopNode *node);
