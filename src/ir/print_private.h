/* What the files of the printer share. Not for other rooms. */
#pragma once
#include "ir/tree.h"

typedef struct _IhopPrinter IhopPrinter; /* print.h */

/* How the owner lays code out, guessed from the file; see style.c. */
typedef struct
{
  const char *unit;         /* one level of indentation */
  gboolean brace_below;     /* "{" on a line of its own … */
  gboolean brace_indented;  /* … and one level in, as GNU does */
  gboolean space_keyword;   /* "for (" */
  gboolean space_call;      /* "f (x)" */
} IhopStyle;

typedef struct
{
  const IhopPrinter *printer; /* never NULL */
  GHashTable *texts;          /* what "replace" said: node → char * (owned), or NULL for "as usual" */
  guint expand;               /* > 0: no bytes, as the macros they need may be gone */
  gboolean no_conditionals;   /* lines of #if only where the whole of them stands in a node */
  IhopStyle style;
  gboolean has_style;
} IhopPrinting;

/* How tightly C binds; a child that binds looser than its place asks gets parentheses. */
enum
{
  IHOP_BIND_COMMA = 1, IHOP_BIND_ASSIGN, IHOP_BIND_CONDITIONAL, IHOP_BIND_LOR, IHOP_BIND_LAND,
  IHOP_BIND_OR, IHOP_BIND_XOR, IHOP_BIND_AND, IHOP_BIND_EQUAL, IHOP_BIND_RELATION,
  IHOP_BIND_SHIFT, IHOP_BIND_ADD, IHOP_BIND_MULTIPLY, IHOP_BIND_CAST, IHOP_BIND_UNARY,
  IHOP_BIND_POSTFIX
};

const char *ihop_printing_replaced (IhopPrinting *printing, const IhopNode *node);
/* A visit for ihop_node_walk; "data" is two pointers: the printing, and the first node that something stands for. */
gboolean ihop_printing_find_replaced (const IhopNode *node, gpointer data);
const IhopStyle *ihop_printing_style (IhopPrinting *printing, const IhopNode *node);

/* The node's own bytes with replaced parts exchanged; NULL when they cannot be used. */
char *ihop_splice_node (IhopPrinting *printing, const IhopNode *node);
/* A statement that ends in an "if" without "else" would catch an "else" that follows. */
gboolean ihop_printing_ends_in_open_if (const IhopNode *node);
/* The same for a rebuilt node whose place still reads as this node would; lines are moved to
 * "indent" already. */
char *ihop_splice_rebuilt (IhopPrinting *printing, const IhopNode *node, const char *indent);

/* All of these append to out. The first line starts where out ends; further ones begin with
 * "indent". "binding": how tightly an expression has to bind here (0: anything goes). */

/* The one to call for children: replaced text, bytes, or from the tree, in this order. */
void ihop_print_any (IhopPrinting *printing, GString *out, const IhopNode *node, int binding,
                     const char *indent);
/* From the tree; children go through ihop_print_any. */
void ihop_print_expr_tree (IhopPrinting *printing, GString *out, const IhopNode *node,
                           const char *indent);
void ihop_print_statement_tree (IhopPrinting *printing, GString *out, const IhopNode *node,
                                const char *indent);
/* Whether the declarations of this loop's init clause have to be printed apart. */
gboolean ihop_print_init_splits (IhopPrinting *printing, const IhopNode *node);
/* How tightly the child in this position has to bind. */
int ihop_print_child_binding (const IhopNode *node, guint position);
gboolean ihop_print_needs_parens (const IhopNode *node, int binding);

/* A type's specifiers ("const double") and its declarator ("(*A)[N]"), caller frees both. */
char *ihop_declare_specifiers (IhopPrinting *printing, const IhopType *type);
char *ihop_declare_declarator (IhopPrinting *printing, const IhopType *type, const char *name);
char *ihop_declare (IhopPrinting *printing, const IhopType *type, const char *name);

/* Whether the node came from another file than "source", through an #include. */
gboolean ihop_print_is_foreign (const IhopNode *node, const IhopSource *source);

/* Whether the marks below mean what they are to mean: no file of the tree holds such bytes. */
gboolean ihop_comments_can_move (const IhopTree *tree);
/* Before and behind a statement that is printed into a new layout: its comments, between marks; and the
 * text with those that it lacks, without marks. Caller frees. See comments.c. */
void ihop_comments_open (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent);
void ihop_comments_close (IhopPrinting *printing, GString *out, const IhopNode *node);
char *ihop_comments_settle (const char *text);

/* "#define …" and "#undef …", each with its newline, that stand in the function's body and that other
 * places of the file may ask for: for bodies that are printed without them. Caller frees; see lost.c. */
char *ihop_print_lost_directives (const IhopTree *tree, IhopRange body);

/* What stands in a stretch of a file between two nodes; see trivia.c. */
typedef struct
{
  GString *tokens;           /* all that is no trivia, white space taken out */
  gsize after_tokens;        /* where the last of them ends; the stretch's begin if there is none */
  gboolean has_conditionals; /* lines of #if and the like */
  gboolean has_pragma;
} IhopTrivia;

void ihop_trivia_read (IhopTrivia *trivia, const IhopSource *source, gsize begin, gsize end);
void ihop_trivia_clear (IhopTrivia *trivia);
/* Where the comments end that stand behind "begin" in its line; "begin" if there are none. */
gsize ihop_trivia_line_rest (const IhopSource *source, gsize begin, gsize end);
/* The text without lines of #if and without what they took out. Caller frees. */
char *ihop_trivia_without_conditionals (const IhopSource *source, gsize begin, gsize end);
/* The text without #pragma lines; and, if asked, without those others. Caller frees. */
char *ihop_trivia_without_pragmas (const IhopSource *source, gsize begin, gsize end,
                                   gboolean conditionals_too);

/* Whether a macro is defined or undefined in the text. */
gboolean ihop_trivia_defines (const char *text);
/* The lines of #if that lack their partners in the text: "" if there are none. Caller frees. */
char *ihop_trivia_unbalanced (const char *text);
gboolean ihop_trivia_is_balanced (const char *text);

/* The white space that the last line of out begins with. Caller frees. */
char *ihop_print_current_indent (const GString *out);
