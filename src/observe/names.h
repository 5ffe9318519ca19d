/* The list of names that the pass writes beside an object file. */
#pragma once
#include <glib.h>

typedef struct
{
  char kind;         /* 'L' a loop, 'S' a place, 'O' a variable */
  char *path;        /* absolute */
  guint line, column;
  char *name;        /* of the variable; of a loop its function */
  char *layout;      /* "220,8": rows of 220 elements of 8 bytes; "=" in front: of the whole object */
  char *function;    /* of a local variable; or NULL */
} IhopName;

typedef struct
{
  GHashTable *names; /* of guint → IhopName * */
  GPtrArray *loops;  /* of guint, as pointers: the numbers of the loops, in the order of the list */
  GHashTable *unknown; /* set of char *: functions without a body, of which nothing is known */
} IhopNames;

IhopNames *ihop_names_new (void);
/* FALSE: the file cannot be read. */
gboolean ihop_names_read (IhopNames *names, const char *path);
/* Absolute and without links, if there is such a file. Caller frees. */
char *ihop_names_real_path (const char *path);
/* NULL: no such number. */
const IhopName *ihop_names_find (const IhopNames *names, guint number);
void ihop_names_free (IhopNames *names);
/* "A[2][3]" for the byte at this offset of what "layout" describes; "A" where it is one element. Caller frees. */
char *ihop_names_element (const char *name, const char *layout, guint64 offset);
