/* What builders share: making expressions and loops, copying bodies, putting the new in the place
 * of the old. Everything made here lives in the new tree's pool.
 *
 * An expression may be used in several places of what is built: ihop_build_finish copies what
 * stands in the tree twice, as a node has one place. */
#pragma once
#include "transform/transform.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopFunction *function; /* of the old tree */
  IhopTree *tree;               /* derived */
  IhopPool *pool;
  IhopRewrite *rewrite;         /* owns tree */
  GHashTable *taken;            /* names that a new variable cannot have: char *, owned */
} IhopBuild;

IhopBuild *ihop_build_new (IhopTransformStep *step, const IhopFunction *function);
void ihop_build_free (IhopBuild *build);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopBuild, ihop_build_free)

/* Ends the building: in the function's body, "n" statements from "first" on (siblings in a block,
 * or one statement anywhere) are exchanged for "news" (of const IhopNode *; taken). Pragmas right
 * in front that claim something about a loop ("target", "omp …") are dropped. Returns the rewrite. */
IhopRewrite *ihop_build_finish (IhopBuild *build, const IhopNode *first, guint n, GPtrArray *news);
/* The same for one statement in the place of one. */
IhopRewrite *ihop_build_finish_one (IhopBuild *build, const IhopNode *old, const IhopNode *now);
/* The same for a change of the whole body that keeps the order of everything (TEXT, STORAGE). */
IhopRewrite *ihop_build_finish_body (IhopBuild *build, const IhopNode *body);

/* Another node for the same thing: same bytes, same origin. */
IhopNode *ihop_build_another (IhopBuild *build, const IhopNode *node);
/* The same code in which every node stands once, for what is put into the tree otherwise. */
const IhopNode *ihop_build_unshared (IhopBuild *build, const IhopNode *node);

/* The body without a variable's declaration, if nothing else in it mentions the variable and its
 * initializer does nothing; else the body as it is. */
const IhopNode *ihop_without_variable (IhopBuild *build, const IhopNode *body,
                                       const IhopSymbol *symbol);
/* A declaration in a block taken apart: the block without variable number k of the declaration
 * "child", and "instead" (may be NULL) in its place. */
const IhopNode *ihop_without_declarator (IhopBuild *build, const IhopNode *block, guint child,
                                         guint k, const IhopNode *instead);
/* Where a block declares a variable; FALSE: it does not. */
gboolean ihop_find_declarator (const IhopNode *block, const IhopSymbol *symbol, guint *child,
                               guint *k);
/* A refusal at a node. Returns it, for remedies. */
IhopDiag *ihop_refuse (IhopTransformStep *step, const char *id, const IhopNode *node,
                       const char *format, ...) G_GNUC_PRINTF (4, 5);
#define IHOP_T_ARGUMENTS "IHOP-T001" /* wrong arguments */
#define IHOP_T_NO_LOOP "IHOP-T002"   /* no such loop or statement */
#define IHOP_T_HEADER "IHOP-T003"    /* the loop does not count in a way that this step needs */
#define IHOP_T_SHAPE "IHOP-T004"     /* the code around has another shape than this step needs */
#define IHOP_T_ILLEGAL "IHOP-T005"   /* a dependence would run backwards */
#define IHOP_T_UNKNOWN "IHOP-T006"   /* not proved */
#define IHOP_T_LIVE "IHOP-T007"      /* an iterator's last value is used */
#define IHOP_T_NAME "IHOP-T008"      /* a name clashes */
#define IHOP_T_STORAGE "IHOP-T009"   /* the storage proof failed */
#define IHOP_T_SCRIPT "IHOP-T010"    /* which step of a script was refused */
#define IHOP_T_REASSOCIATED "IHOP-T011" /* a warning: floating-point results are rounded anew */
#define IHOP_T_MARK "IHOP-T012"      /* a warning: an owner's mark is taken out */

/* args.c: NULL or FALSE after a refusal. */
gboolean ihop_args_count (IhopTransformStep *step, const IhopTransform *transform, guint n,
                          guint least, guint most);
const IhopLoopName *ihop_args_loop (IhopTransformStep *step, const char *word);
/* A whole number from least to most. */
gboolean ihop_args_number (IhopTransformStep *step, const char *word, const char *what,
                           gint64 least, gint64 most, gint64 *number);
/* The child of a block that a line lies in, or "@2", the second one. Refuses what is no block: its children are
 * no statements of a body. */
gboolean ihop_args_line (IhopTransformStep *step, const IhopNode *block, const char *word,
                         guint *child);
/* The variable that a name means at a place in a function; NULL: none, without a refusal. */
IhopSymbol *ihop_args_variable (IhopTransformStep *step, const IhopFunction *function,
                                const IhopNode *place, const char *name);
/* Whether a word can be the name of something new; FALSE after a refusal. */
gboolean ihop_args_name (IhopTransformStep *step, const char *word);
/* The function that a word names. */
const IhopFunction *ihop_args_function (IhopTransformStep *step, const char *word);
/* "2 * n - 1" with the names that are known at a place; NULL after a refusal. */
const IhopNode *ihop_args_sum (IhopBuild *build, const IhopNode *place, const char *text);
/* "i < 2 * n - 1" with the names that are known at a place: left side, relation, right side. */
gboolean ihop_args_condition (IhopBuild *build, const IhopNode *place, const char *text,
                              const IhopNode **left, IhopOperator *relation,
                              const IhopNode **right);

/* A "for" that counts, read; relation is one of LT, LE, GT, GE. */
typedef struct
{
  const IhopLoopName *name;
  const IhopNode *loop, *body;
  IhopSymbol *iterator;
  const IhopNode *lower, *bound;
  IhopOperator relation;
  gint64 step;
  gboolean declared_here;
} IhopHeader;

/* FALSE after a refusal. Loops with unsigned iterators count, too. */
gboolean ihop_header_read (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header);
gboolean ihop_header_of (IhopTransformStep *step, const char *word, IhopHeader *header);
/* The same without a refusal. */
gboolean ihop_header_peek (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header);
/* The last value: "n - 1" for "i < n"; exact for steps of 1 and -1, else a bound of it. */
const IhopNode *ihop_header_last (IhopBuild *build, const IhopHeader *header);
/* The number of iterations where it is a constant, else -1. */
gint64 ihop_header_trips (const IhopHeader *header);
/* Refuses iterators of unsigned types, for steps that need negative numbers on the way. */
gboolean ihop_header_is_signed (IhopTransformStep *step, const IhopHeader *header);
/* The one loop that the body consists of, with or without braces; NULL: something else. */
const IhopNode *ihop_only_loop (const IhopNode *body);
/* The statements of a body: a block's children, or itself alone. Pragmas that mark loops are left
 * out. Of const IhopNode *; caller unrefs. */
GPtrArray *ihop_body_statements (const IhopNode *body);
gboolean ihop_is_mark (const IhopNode *node);
/* Marks that claim nothing: "GCC unroll 4". They stay as long as a loop stands behind them. */
gboolean ihop_is_hint (const IhopNode *node);
/* Whether a block declares something itself. */
gboolean ihop_declares (const IhopNode *block);
/* Adds a loop's body to a list of statements: a block's statements one by one, unless it declares
 * something. */
void ihop_append_body (GPtrArray *into, const IhopNode *body);
/* A ";" where bodies came to no statement at all. */
void ihop_append_nothing (IhopBuild *build, GPtrArray *into);
/* guard.c: what to do about a break or continue that is in the way. */
void ihop_guard_remedy (IhopTransformStep *step, IhopDiag *diag, const IhopNode *jump);
/* Refuses a body with a continue or break of its own loop, which cannot stand outside of it. */
gboolean ihop_has_no_jumps (IhopTransformStep *step, const IhopNode *body);
/* The bound that is just not reached by an upward loop: "n" for "i < n", "n + 1" for "i <= n". */
const IhopNode *ihop_header_end (IhopBuild *build, const IhopHeader *header);
/* How many iterations, for step 1; zero or less: none. */
const IhopNode *ihop_header_count (IhopBuild *build, const IhopHeader *header);
/* Refuses steps other than 1 (or, if asked, -1). */
gboolean ihop_header_is_unit (IhopTransformStep *step, const IhopHeader *header,
                              gboolean downward_too);
/* Whether the loop is sure to run at least so many times whenever it is reached. */
gboolean ihop_header_runs (IhopTransformStep *step, const IhopHeader *header, gint64 times);
/* A further copy of a loop with another body (or header), as its iterator may be its own. */
const IhopNode *ihop_copy_loop (IhopBuild *build, const IhopHeader *header, const IhopNode *lower,
                                const IhopNode *bound);
/* The block a statement stands in, and where. FALSE: it is not in a block. */
gboolean ihop_sibling_of (const IhopFunction *function, const IhopNode *node,
                          const IhopNode **block, guint *position);

/* A part that could fault or change something if it were evaluated where it is not now: behind a
 * pointer, a quotient, a call. NULL: none. */
const IhopNode *ihop_may_fault (const IhopNode *expression);
gboolean ihop_mentions (const IhopNode *node, const IhopSymbol *symbol);
gboolean ihop_writes (const IhopNode *node, const IhopSymbol *symbol);
/* Whether two expressions are the same, symbol by symbol. */
gboolean ihop_same_expression (const IhopNode *a, const IhopNode *b);

/* make.c: expressions. Constants are folded, "i + 1 - 1" is "i"; what the owner wrote is kept. */
extern const IhopType ihop_type_int;
const IhopNode *ihop_make_integer (IhopBuild *build, gint64 value);
const IhopNode *ihop_make_ref (IhopBuild *build, IhopSymbol *symbol);
const IhopNode *ihop_make_binary (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                  const IhopNode *right);
/* A comparison, with a number on the right. */
const IhopNode *ihop_make_relation (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                    const IhopNode *right);
const IhopNode *ihop_make_plus (IhopBuild *build, const IhopNode *left, gint64 constant);
const IhopNode *ihop_make_conditional (IhopBuild *build, const IhopNode *condition,
                                       const IhopNode *yes, const IhopNode *no);
const IhopNode *ihop_make_min (IhopBuild *build, const IhopNode *a, const IhopNode *b);
const IhopNode *ihop_make_max (IhopBuild *build, const IhopNode *a, const IhopNode *b);
const IhopNode *ihop_make_assign (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                  const IhopNode *right);
const IhopNode *ihop_make_index (IhopBuild *build, const IhopNode *base, const IhopNode *subscript);
gboolean ihop_constant_of (const IhopNode *node, gint64 *value);
/* What is true where a condition is false, for an if: not for a value, "!!x" is "x". */
const IhopNode *ihop_make_not (IhopBuild *build, const IhopNode *condition);
/* Statements. */
const IhopNode *ihop_make_mark (IhopBuild *build, const char *words);
const IhopNode *ihop_make_statement (IhopBuild *build, const IhopNode *expression);
const IhopNode *ihop_make_declaration (IhopBuild *build, IhopSymbol *symbol,
                                       const IhopNode *initializer);
const IhopNode *ihop_make_if (IhopBuild *build, const IhopNode *condition, const IhopNode *then,
                              const IhopNode *otherwise);
/* A block of these statements; one statement that declares nothing stays alone. Takes the array. */
const IhopNode *ihop_make_body (IhopBuild *build, GPtrArray *statements);
/* "like" gives the place that the new loop is said to come from. */
const IhopNode *ihop_make_for (IhopBuild *build, const IhopNode *like, IhopSymbol *iterator,
                               gboolean declared, const IhopNode *lower, IhopOperator relation,
                               const IhopNode *bound, gint64 step, const IhopNode *body);
/* The owner's header around another body. */
const IhopNode *ihop_make_like (IhopBuild *build, const IhopNode *loop, const IhopNode *body);
/* A variable "like" another with a name that nothing has: "it", "it2". */
IhopSymbol *ihop_make_variable (IhopBuild *build, const IhopSymbol *like, const IhopType *type,
                                const char *name);

/* copy.c: a copy of code for another place. Variables declared in it become new ones; "values"
 * (may be NULL) are put in the place of variables. */
IhopValues *ihop_values_new (IhopBuild *build, IhopSymbol *symbol, const IhopNode *value);
const IhopNode *ihop_copy (IhopBuild *build, const IhopNode *node, const IhopValues *values);
/* Room for n values, to be filled in. */
IhopValues *ihop_values_alloc (IhopBuild *build, guint n);
/* For another scope: variables declared in the code that have a name in "avoid" (a set of char *, or
 * NULL) get another. With "bare" none of the owner's bytes are kept (macros may mean something
 * else there), and messages point at that place. */
const IhopNode *ihop_copy_elsewhere (IhopBuild *build, const IhopNode *node,
                                     const IhopValues *values, GHashTable *avoid,
                                     const IhopRange *bare);
/* Why code cannot be copied with these variables exchanged (labels, statics, inline assembly …):
 * FALSE after a refusal. */
gboolean ihop_can_copy (IhopTransformStep *step, const IhopNode *node);
