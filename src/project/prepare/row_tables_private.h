/* Between row_tables.c (which variables can be blocks), row_tables_uses.c (what is done with them), row_tables_allocator.c and
 * row_tables_frees.c (how rows are allocated and freed), row_tables_cut.c (rows that are parts of one allocation), row_tables_widths.c
 * (how long a row is, in words of each function), row_tables_members.c (members of structs), row_tables_globals.c (variables outside of
 * functions) and row_tables_write.c (the text that comes of it). */
#pragma once
#include "analysis/program/callgraph.h"
#include "gpugen/memory/member_allocation.h"
#include "project/project.h"

/* A variable, parameter or member of a struct that points to pointers to rows, or the value of that kind that a function returns. */
typedef struct _IhopRowTable IhopRowTable;
struct _IhopRowTable
{
  const IhopFunction *function; /* NULL: a variable outside of functions, or a member */
  IhopSymbol *symbol;          /* NULL: it is what the function returns */
  const IhopType *record;      /* the struct that it is a member of; NULL: it is none */
  const IhopType *row;         /* "double *" */
  IhopRowTable *inner;         /* of "double ***a": the tables a[i]; NULL: its rows are elements */
  IhopRowTable *outer;         /* what it is the inner one of, whose function and symbol it has; NULL: it is none */
  IhopRowTable *same;          /* another one of its class, which values go to or come from; itself: it stands for the class */
  gboolean is_refused;         /* a use is not understood: */
  const char *why;             /* which, in half a sentence; of what stands for the class */
  guint why_line;
  const IhopNode *declaration; /* its IHOP_DECLARATION; NULL: it is none */
  const IhopNode *variable;    /* its IHOP_VARIABLE there */
  GPtrArray *sources;          /* of const IhopNode *: what it is set to, other tables and calls, in functions of which … */
  GPtrArray *source_functions; /* … of const IhopFunction *, each at the same number */
  const IhopNode *table_place; /* what the table's memory is stored in: "x", "m->x" */
  const IhopNode *table_call, *row_call; /* where its memory is allocated, and that of its rows; NULL: elsewhere */
  const IhopNode *row_place;   /* "x[i]", "x[0]": what is set to row_call */
  const IhopNode *fill;        /* of rows that are cut from one allocation, x[0]: what the others are set to, "x[i - 1] + m"; else NULL */
  const IhopSymbol *counter;   /* with fill: the i of "x[i] = …" */
  const IhopFunction *made_in; /* the function that allocates both */
  const IhopNode *table_value; /* the call with its conversions: "(double **) malloc (…)" */
  GPtrArray *row_statements;   /* of const IhopNode *: what allocates rows, asks whether they were, and frees them */
  gboolean is_checked, are_rows_checked; /* the program asks whether there was memory */
  gboolean is_freed, are_rows_freed;
  gboolean are_rows_used;      /* in other ways */
  GPtrArray *elements;         /* of const IhopNode *: all "x[i][j]"; in functions of which … */
  GPtrArray *element_functions; /* … of const IhopFunction *, each at the same number */
  gboolean are_rows_followed;  /* "*x", "*(x + i)" for "x[i]" */
  gboolean are_rows_counted_from; /* "x[i] + j": which element that is is not looked at */
  const IhopNode *width;       /* elements a row, in words of the function, of a member in names of fields; NULL: nobody asks, it is a
                                  "void *" then */
  gboolean is_flat;            /* a pointer to elements: its class has a member, or a variable outside of functions whose rows are as long as
                                  others say */
  GArray *sites;               /* of a member: of IhopMemberSite, where it is set to memory; NULL: of others */
  const IhopNode *moved;       /* the statement in front of which it is declared; NULL: where it was */
};

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  IhopFacts *facts;
  const IhopTree *tree;
  GPtrArray *tables;           /* of IhopRowTable *, owned */
} IhopRowTables;

/* NULL: it is none. */
IhopRowTable *ihop_row_table_of (const IhopRowTables *self, const IhopSymbol *symbol);
/* The table that an expression names, "x", "m->x", "x[i]" of an outer one; NULL: it is something else. */
IhopRowTable *ihop_row_table_at (const IhopRowTables *self, const IhopNode *node);
/* Whether the expression names the table; a member or an inner one as it is named where it is allocated. */
gboolean ihop_row_table_is_named (const IhopRowTable *table, const IhopNode *node);
/* The node without parentheses and conversions, written ones too. */
const IhopNode *ihop_row_table_bare (const IhopNode *node);
/* What the function returns. */
IhopRowTable *ihop_row_table_returned (const IhopRowTables *self, const IhopFunction *function);
IhopRowTable *ihop_row_table_class (IhopRowTable *table);
/* Its class keeps its pointers. The first reason counts; "at": where it is. */
void ihop_row_table_refuse (IhopRowTable *table, const IhopNode *at, const char *why);
/* Finds what is done with all of them in a function's body. */
void ihop_row_tables_look (IhopRowTables *self, const IhopFunction *function);
/* Says how long rows are, and where the variables can be declared so; refuses those where it is not known. */
void ihop_row_tables_measure (IhopRowTables *self);
/* Whether nobody frees, moves or may know single rows of a class but by its tables. */
gboolean ihop_row_tables_keep_rows (const IhopRowTables *self, const IhopRowTable *of_class);
/* Whether a call is one of malloc, calloc or a function of the program around malloc that is given bytes, and that nobody can tell how
 * often it was called from. */
gboolean ihop_row_table_allocates (IhopFacts *facts, const IhopNode *node);
/* Whether all elements of a class are in their rows, which C asks where rows are allocations of their own, but not where they are
 * parts of one. */
gboolean ihop_row_tables_stay_in_rows (const IhopRowTables *self, IhopRowTable *of_class);
/* How long the rows of a table are that is allocated here, in words of the function that does it; NULL: that cannot be said. */
const IhopNode *ihop_row_table_allocated_width (const IhopRowTables *self, const IhopRowTable *table);
/* What a value that is stored in a table says, another table or a call, in words of its function, of rows in so many levels of tables
 * inside. NULL: nothing (yet). */
const IhopNode *ihop_row_table_width_of (const IhopRowTables *self, const IhopNode *value, guint level);
/* A width of the caller in words of the function that it calls, which is mostly given it as a whole; "last": of several parameters
 * that are given the same the last one. NULL: it cannot be said there. */
const IhopNode *ihop_row_table_width_in_callee (const IhopRowTables *self, const IhopNode *width, const IhopCallSite *site, gboolean last);
/* A width of what a function returns in words of its caller. */
const IhopNode *ihop_row_table_width_in_caller (const IhopRowTables *self, const IhopNode *width, const IhopNode *call,
                                                const IhopFunction *callee);
/* Of a member, in names of fields; finds its sites. NULL: not known (yet). */
const IhopNode *ihop_row_table_member_width (const IhopRowTables *self, IhopRowTable *table);
/* That in words of who has the struct: "m->cols" beside "m->x". */
const IhopNode *ihop_row_table_width_beside (const IhopRowTables *self, const IhopNode *width, const IhopNode *member);
/* The same, in variables of the function where it has set both itself before: "cols". */
const IhopNode *ihop_row_table_width_at (const IhopRowTables *self, const IhopRowTable *table, const IhopFunction *function, const IhopNode *member);
/* Whether structs that a width of a function's variable names keep their numbers, and pointers that lead to them, while it runs. */
gboolean ihop_row_table_members_stay (const IhopRowTables *self, const IhopRowTable *table);
/* A width in words of a function, in those of variables outside of functions that have these values there; NULL: there are none. */
const IhopNode *ihop_row_table_global_width (const IhopRowTables *self, const IhopFunction *function, const IhopNode *width);
/* Whether the numbers that a width of a variable outside of functions is made of keep their values from where the variable is first
 * set, and mean the same in all functions that use it. */
gboolean ihop_row_table_is_settled_first (const IhopRowTables *self, const IhopRowTable *table);
/* Whether nobody looks at a member's elements while the numbers that say how long its rows are do not fit to it. */
gboolean ihop_row_table_member_is_in_step (const IhopRowTable *table);
/* Whether all names of a width mean the same at a place of the function, and from there on. */
gboolean ihop_row_table_is_known_at (const IhopRowTables *self, const IhopFunction *function, const IhopNode *place, const IhopNode *width);
/* The length of a row where all are cut from one allocation; NULL: they are not. */
const IhopNode *ihop_row_table_cut_width (const IhopRowTables *self, const IhopRowTable *table);
/* The number of the parameter that an argument of a call is for, -1: it is none. */
int ihop_row_table_argument (const IhopNode *call, const IhopNode *argument);
/* Notes in the file that these classes (of IhopRowTable *) are in blocks now. */
void ihop_row_tables_note_blocks (const IhopRowTables *self, const GPtrArray *classes);
/* … and why rows that the file allocates stay apart. */
void ihop_row_tables_note_apart (const IhopRowTables *self);
/* The tree with the tables of these classes (of IhopRowTable *) in blocks; NULL: it cannot be written so. The caller unrefs. */
IhopTree *ihop_row_tables_write (IhopRowTables *self, const GPtrArray *classes);
