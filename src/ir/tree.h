/* The tree of one translation unit: what the front end made of a C file.
 *
 * The tree never changes (DESIGN D1). A transformation builds new nodes over old
 * ones and returns a new tree; nodes, types and symbols are owned by a pool that
 * lives as long as any tree that refers to it. Therefore nothing here is freed one by
 * one, and const pointers may be kept as long as their tree is referenced.
 *
 * Every node that the owner wrote keeps its range, through macros too: a node whose
 * bytes can be cut out of the file ("exact") prints as these bytes (D2). A node inside a
 * macro's expansion has range.source == NULL and prints from its parts; the smallest
 * enclosing node that can be cut out has the range of the whole macro call. */
#pragma once
#include "base/budget.h"
#include "base/diag.h"
#include "ir/symbol.h"

typedef enum
{
  /* Statements. child[] is given for each; [x] may be NULL. */
  IHOP_BLOCK,        /* any number of statements; "{ … }" */
  IHOP_DECLARATION,  /* any number of IHOP_VARIABLE; local typedefs, tags and prototypes have none */
  IHOP_VARIABLE,     /* symbol; [initializer] (an IHOP_INIT_LIST for aggregates) */
  IHOP_EXPRESSION,   /* expression */
  IHOP_IF,           /* condition, then, [else] */
  IHOP_FOR,          /* [init: DECLARATION or EXPRESSION], [condition], [step expression], body */
  IHOP_WHILE,        /* condition, body */
  IHOP_DO,           /* body, condition */
  IHOP_SWITCH,       /* condition, body */
  IHOP_CASE,         /* value (NULL: default), [upper value of a GNU range], statement */
  IHOP_LABEL,        /* symbol; statement */
  IHOP_GOTO,         /* symbol (NULL: computed goto) */
  IHOP_BREAK,
  IHOP_CONTINUE,
  IHOP_RETURN,       /* [expression] */
  IHOP_EMPTY,        /* ";" */
  IHOP_PRAGMA,       /* text: the words behind "#pragma", macros unexpanded, lines joined */
  IHOP_OPAQUE,       /* text: what it is ("inline assembly"); any children that could be read */

  /* Expressions: type is set. */
  IHOP_INTEGER,      /* constant, with flag CONSTANT; characters and enumerators' uses are REF/INTEGER */
  IHOP_FLOATING,     /* number */
  IHOP_STRING,
  IHOP_REF,          /* symbol */
  IHOP_MEMBER,       /* base; symbol = field; flag ARROW: base is a pointer */
  IHOP_INDEX,        /* base (array or pointer), subscript; "i[A]" is turned round */
  IHOP_UNARY,        /* operand; op */
  IHOP_BINARY,       /* left, right; op (COMMA and the logical ones too) */
  IHOP_ASSIGN,       /* left, right; op: NONE for "=", ADD for "+=" … */
  IHOP_CONDITIONAL,  /* condition, then, else ("x ?: y" has then == NULL) */
  IHOP_CALL,         /* callee (a REF to a function symbol when direct), arguments … */
  IHOP_CAST,         /* operand; type: to what; flag IMPLICIT for conversions C makes by itself
                        (only those that can change a value: integer, floating, pointer kinds) */
  IHOP_PAREN,        /* inside */
  IHOP_SIZEOF,       /* [expression]; argument_type; CONSTANT unless of variable length */
  IHOP_INIT_LIST,    /* elements, in the order of the aggregate, NULL where zero is implied */
  IHOP_COMPOUND,     /* initializer; "(T) { … }" */
  IHOP_OPAQUE_EXPR,  /* text: what it is ("statement expression", "va_arg"); children, if any */
  IHOP_N_KINDS
} IhopKind;

typedef enum
{
  IHOP_OP_NONE,
  IHOP_OP_ADD, IHOP_OP_SUB, IHOP_OP_MUL, IHOP_OP_DIV, IHOP_OP_MOD,
  IHOP_OP_SHL, IHOP_OP_SHR, IHOP_OP_AND, IHOP_OP_OR, IHOP_OP_XOR,
  IHOP_OP_LAND, IHOP_OP_LOR,
  IHOP_OP_LT, IHOP_OP_LE, IHOP_OP_GT, IHOP_OP_GE, IHOP_OP_EQ, IHOP_OP_NE,
  IHOP_OP_COMMA,
  /* unary */
  IHOP_OP_NEG, IHOP_OP_PLUS, IHOP_OP_NOT, IHOP_OP_COMPL, IHOP_OP_DEREF, IHOP_OP_ADDRESS,
  IHOP_OP_PRE_INC, IHOP_OP_PRE_DEC, IHOP_OP_POST_INC, IHOP_OP_POST_DEC
} IhopOperator;

typedef enum
{
  IHOP_NODE_CONSTANT = 1 << 0, /* an integer constant expression: its value is in integer */
  IHOP_NODE_IMPLICIT = 1 << 1, /* CAST: not written by the owner; prints as its operand. UNARY: a reference of C++ */
  IHOP_NODE_ARROW = 1 << 2,    /* MEMBER: "->" */
  IHOP_NODE_RESOLVED = 1 << 3, /* its bytes name more than its parts do (_Generic, typeof): where
                                  anything is exchanged they do not stand */
  IHOP_NODE_DESIGNATED = 1 << 5, /* INIT_LIST: its bytes name places (".x =", "[3] =") */
  IHOP_NODE_OURS = 1 << 4      /* PRAGMA: a transformation has written it, and proved what it says; IF: it
                                  runs the code as it was where a step's test has failed */
} IhopNodeFlags;

struct _IhopNode
{
  IhopKind kind;
  IhopOperator op;
  IhopNodeFlags flags;
  guint id;              /* unique in the process; a rebuilt node gets a new one */
  IhopRange range;       /* with the closing ";" of a statement; unknown: new, or inside a macro */
  IhopRange place;       /* where to point a reader: the range, or the macro call it came from;
                            rebuilt nodes keep the place of what they were built from */
  const IhopType *type;  /* expressions; CAST: the target type */
  IhopSymbol *symbol;
  const IhopType *argument_type; /* SIZEOF (T) */
  gint64 integer;        /* with flag CONSTANT (unsigned 64-bit values wrap into it) */
  double number;         /* FLOATING */
  const char *text;      /* literals: spelling; PRAGMA, OPAQUE: see above; DECLARATION: tags that
                            its variables' declaration defines, or NULL */
  const char *spelling;  /* C text, macros expanded, of what the parts do not tell: OPAQUE,
                            OPAQUE_EXPR, declarations of tags and typedefs; else NULL */
  guint n_children;
  const IhopNode **child;
};

/* A struct, union, enum or typedef that a function of the main file declares for itself: what it takes to
 * declare it in front of the function instead, where the name then means the same. */
typedef struct
{
  IhopRange function;    /* the function's bytes */
  IhopRange range;       /* what is cut out of them … */
  const char *instead;   /* … and what then stands there: "struct point", "" for a whole declaration */
  const char *stays;     /* why that cannot be done, in half a sentence; NULL: it can */
  const char *name;      /* "struct point", "real"; for messages */
} IhopLocalType;

/* A type that is declared inside of a struct or union outside of functions, and named outside of it, where C++
 * does not know it: what it takes to declare it in front. */
typedef struct
{
  gsize before;          /* where the declaration that it stands in begins, in the main file */
  IhopRange range;       /* what is cut out of it … */
  const char *instead;   /* … what then stands there: "struct point" … */
  const char *head;      /* … and the first words of what is moved, up to the "{": the same, mostly */
} IhopInnerType;

/* A name of the owner's that means something else in C++, or where CUDA's headers are read. */
typedef struct
{
  const char *name, *instead; /* the other one stands nowhere in the program */
  const char *why;       /* "a keyword of C++" */
  const char *kept;      /* why it cannot be called otherwise, in half a sentence; NULL: it can */
  guint kept_line;       /* where that is in the main file; 0: nowhere */
  guint n_places;
  const gsize *places;   /* where the main file says it, as offsets in order */
  gboolean in_headers;   /* some header of the owner's says it, too */
  const IhopSymbol *linked; /* what other files may know by this name, or that only they have; NULL: nothing */
  gboolean is_foreign;   /* that is not in this file */
} IhopClash;

/* A declaration whose number may come out differently in another language ("char line[sizeof 'a']"): the one it
 * has in C. */
typedef struct
{
  const char *name;
  gboolean is_tag;       /* a name behind "struct", "union" or "enum" */
  gint64 number;         /* bytes; of an enumerator its value */
} IhopMeasure;

/* Where the main file asks which line it stands in, by __LINE__ in any macro. */
typedef struct
{
  guint line;            /* in the text, from 1 */
  guint number;          /* what __LINE__ is there: another one behind a #line */
} IhopLineUse;

/* Preprocessor lines of the main file, in order: pragmas inside functions are nodes, too. */
typedef enum
{
  IHOP_DIRECTIVE_INCLUDE, IHOP_DIRECTIVE_DEFINE, IHOP_DIRECTIVE_UNDEF,
  IHOP_DIRECTIVE_CONDITIONAL, /* #if … #endif, each line */
  IHOP_DIRECTIVE_PRAGMA
} IhopDirectiveKind;

typedef struct
{
  IhopDirectiveKind kind;
  IhopRange range;       /* from "#" to the line's end, continuation lines included */
  const char *name;      /* macro, file as written with its quotes, or the pragma's words */
  gboolean is_inside;    /* an #include that stands inside of a declaration: numbers of an array, a function's statements */
} IhopDirective;

/* 1: it opens an #if (#ifdef, #ifndef), -1: it closes one, 0: neither. */
int ihop_directive_depth (const IhopDirective *directive);

typedef struct
{
  IhopSymbol *symbol;
  guint n_params;
  IhopSymbol **params;
  IhopRange range;       /* specifiers to closing brace */
  const IhopNode *body;  /* a BLOCK */
  gboolean in_main_file; /* FALSE: an inline function from a header */
  IhopSymbol *stands_before; /* of a function that a transformation made, which has no range: the
                            function in front of which it is printed. NULL: the owner's */
} IhopFunction;

/* A side of a grid that is "(argument + more) / by" in C; by 0: it is not known to be. */
typedef struct
{
  guint argument;
  gint64 more, by;
  gboolean is_unsigned;      /* it is divided as 32 bits without a sign */
} IhopLaunchSide;

typedef struct
{
  gboolean has_least, has_most;
  gint64 least, most;
} IhopLaunchRange;

/* An integer that is passed: a number, or what a loop around says of it. */
typedef struct
{
  gboolean is_known;
  gint64 value;
  IhopLaunchRange range;
} IhopLaunchArgument;

/* What a test in front of the launch says of arguments: factor * argument + … + constant is at least 0, or is 0. */
typedef struct
{
  guint n_terms;
  struct
  {
    guint argument;
    gint64 factor;
  } term[4];
  gint64 constant;
  gboolean is_equation;
} IhopLaunchRelation;

/* "kernel<<<grid, block>>> (…)", as far as the text says which numbers stand there. */
typedef struct
{
  const IhopSymbol *kernel;
  IhopRange place;
  guint64 grid[3], block[3]; /* 0: not known */
  IhopLaunchSide side[3];    /* of the grid */
  guint n_arguments;
  const IhopLaunchArgument *argument;
  guint n_relations;
  const IhopLaunchRelation *relation;
} IhopLaunch;

typedef struct _IhopTree IhopTree;
struct _IhopTree
{
  gatomicrefcount references;
  IhopPool *pool;         /* owns what this tree added */
  IhopTree *base;         /* the tree this one was made from, or NULL; kept alive */
  IhopSource *source;     /* the main file */
  GPtrArray *sources;     /* of IhopSource *: all files a range points into, main file first */
  GPtrArray *functions;   /* of const IhopFunction *, in the order of the file: those with bodies */
  GPtrArray *globals;     /* of IhopSymbol *: variables declared outside functions */
  GPtrArray *global_nodes; /* of const IhopNode *: their IHOP_VARIABLEs with initializers */
  GArray *redeclared;     /* of IhopRange: what declares globals of the main file once more */
  GArray *directives;     /* of IhopDirective */
  char **flags;           /* compiler flags it was parsed under; NULL-terminated */
  gboolean asks_openmp;   /* its text depends on whether _OPENMP is defined … */
  gboolean has_openmp;    /* … which it was */
  gboolean asks_language; /* its text depends on which language it is read as (__cplusplus) … */
  gboolean hides_names;   /* … or names of types of functions' own stand for other things in C++ */
  gboolean declares_heap; /* malloc, free and abort are the library's, and declared by a header that it reads */
  GPtrArray *local_types; /* of IhopLocalType *, in the order of the file */
  GPtrArray *inner_types; /* of IhopInnerType *, in the order of the file, none inside of another one */
  GPtrArray *clashes;     /* of IhopClash * */
  GArray *measures;       /* of IhopMeasure; of the file and its own headers */
  GArray *line_uses;      /* of IhopLineUse, in the order of the file */
  char **hidden;          /* functions of the C library whose names macros of the owner's have ("abs"), so
                             that headers which declare them cannot be read; NULL-terminated */
  GArray *launches;       /* of IhopLaunch, in the order of the file; of a CUDA source, else NULL */
};

IhopTree *ihop_tree_ref (IhopTree *tree);
void ihop_tree_unref (IhopTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopTree, ihop_tree_unref)
/* An empty tree over this source (kept). For the front end. */
IhopTree *ihop_tree_new (IhopSource *source);
/* A tree like "base" in which a function's body is replaced. Ranges, symbols and all other
 * functions are shared. New nodes must come from the new tree's pool: see ihop_tree_derive. */
IhopTree *ihop_tree_derive (IhopTree *base);
void ihop_tree_set_body (IhopTree *derived, const IhopFunction *function, const IhopNode *body);
/* A function that the file does not have, to stand before another one (of the derived tree). Sets
 * what says so; the rest, from the derived tree's pool, is the caller's to fill in before. */
void ihop_tree_insert_function (IhopTree *derived, IhopFunction *function,
                                const IhopFunction *before);
const IhopFunction *ihop_tree_function (const IhopTree *tree, const char *name);
const IhopFunction *ihop_tree_function_of (const IhopTree *tree, const IhopSymbol *symbol);
/* The IHOP_VARIABLE with an initializer of this name outside of functions; NULL: there is none. */
const IhopNode *ihop_tree_variable (const IhopTree *tree, const char *name);
gboolean ihop_function_has_parameter (const IhopFunction *function, const IhopSymbol *symbol);

/* The pool: zeroed memory, strings, symbols, types, nodes that live as long as it. */
IhopPool *ihop_pool_new (void);
void ihop_pool_free (IhopPool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPool, ihop_pool_free)
gpointer ihop_pool_alloc (IhopPool *pool, gsize bytes);
const char *ihop_pool_strdup (IhopPool *pool, const char *text);
/* A node with room for n children (set to NULL). The caller fills it in, then leaves it alone. */
IhopNode *ihop_node_new (IhopPool *pool, IhopKind kind, guint n_children);
/* A copy to be given other children or symbols: same kind, type and place, no range, new id. */
IhopNode *ihop_node_copy (IhopPool *pool, const IhopNode *node);
/* A copy of "node" in which every occurrence of the node "old" (by identity, any depth) is
 * "replacement"; untouched subtrees are shared; NULL if "old" is not there. */
const IhopNode *ihop_node_replace (IhopPool *pool, const IhopNode *node, const IhopNode *old,
                                   const IhopNode *replacement);

/* The number that an integer expression is written as: a constant, or a const variable that was set to one. Implicit
 * conversions are looked through. FALSE: it is none. */
gboolean ihop_node_number (const IhopNode *node, gint64 *number);
/* A goto, or a label that some goto may lead to; a label that nobody names is only a comment. */
gboolean ihop_node_jumps (const IhopNode *node);
/* What stands behind labels that no goto leads to; may be NULL, as the statement may. */
const IhopNode *ihop_node_unlabelled (const IhopNode *statement);
gboolean ihop_kind_is_statement (IhopKind kind);
gboolean ihop_kind_is_loop (IhopKind kind); /* FOR, WHILE, DO */
const char *ihop_kind_name (IhopKind kind);     /* "for", "assign" … */
const char *ihop_operator_text (IhopOperator op); /* "+", "<<" … */
/* The body of a loop; NULL for other kinds. */
const IhopNode *ihop_loop_body (const IhopNode *loop);
/* The first "continue" in a loop's body that ends an iteration of that loop; NULL: there is none. */
const IhopNode *ihop_body_continue (const IhopNode *body);
/* Strips PAREN and, if asked, implicit CASTs. */
const IhopNode *ihop_node_strip (const IhopNode *node, gboolean casts_too);
/* The bit-field of more bits than an int has with which this node itself counts; NULL: none. In C, GCC counts with as
 * many bits as are declared; in C++, and for Clang, they are those of its type. */
const IhopSymbol *ihop_node_wide_bits (const IhopNode *node);
/* What a declaration does elsewhere than it stands: the call that __attribute__ ((cleanup (f))) makes at an end of its variable's
 * scope, or the length of a parameter, "int a[n++]", where the body begins. An OPAQUE whose only child is the expression; it is
 * printed as nothing, since the declaration says it. */
gboolean ihop_node_is_cleanup (const IhopNode *node);
/* Whether lengths of its parameters do more than give a value: once its head has been passed, no other call of the function is the
 * same, nor is its body all that it does. */
gboolean ihop_function_head_acts (const IhopFunction *function);
/* Expressions that are no children but evaluated where the node stands: extents of variable length
 * in the type that it declares, converts to or measures. Adds const IhopNode *, outermost first. */
void ihop_node_extents (const IhopNode *node, GPtrArray *into);
/* Depth-first visit, parents first; returning FALSE leaves a node's children out. Extents (see above)
 * are visited like children. */
typedef gboolean (*IhopVisit) (const IhopNode *node, gpointer data);
void ihop_node_walk (const IhopNode *node, IhopVisit visit, gpointer data);
/* The first part of an expression that does more than give a value: a call, an assignment, a count, a
 * volatile access, something that could not be read. NULL: none. node may be NULL. */
const IhopNode *ihop_node_effect (const IhopNode *node);
/* Whether this node, its parts aside, is one. */
gboolean ihop_node_is_effect (const IhopNode *node);
/* The innermost statement list parent etc.: path from root (first) to node (last), both included,
 * of const IhopNode *; NULL if node is not under root. Caller unrefs. */
GPtrArray *ihop_node_path (const IhopNode *root, const IhopNode *node);
/* Whether node is root or stands under it; root may be NULL. */
gboolean ihop_node_holds (const IhopNode *root, const IhopNode *node);
/* Whether every piece is where its kind says; a message for the first that is not (our bug).
 * Returns NULL when all is well; caller frees. */
char *ihop_tree_verify (const IhopTree *tree);
