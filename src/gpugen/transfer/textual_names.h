/* Names that lead to a variable, as the text shows it: by assignments and arguments, without points-to sets. */
#pragma once
#include "analysis/program/library_effects.h"
#include "gpugen/plan/work.h"

/* Nodes that are looked at for one variable; what is behind is not looked at. */
#define IHOP_TEXTUAL_NODES_MOST 400000u

/* What is found for one variable over the whole program. */
typedef struct
{
  IhopWork *work;
  const IhopSymbol *variable;
  const IhopType *element;
  GHashTable *globals;     /* names with static storage that lead to the variable, itself too */
  GHashTable *done;        /* function → what calls with a set of leading arguments do, of gint64 */
  IhopAbnormalExits installs;    /* in which cases functions of the program are run */
  const IhopKernel *call;  /* hands the variable's copy over; NULL: no call does */
  gboolean can_land, in_handlers; /* in_handlers: in what runs when control has left; it is not left again */
  guint n_nodes;
} IhopTextualSearch;

/* In kernels of a version for the device, names that are handed in mean the copy there, and others the host's
 * memory, of which the version makes its own copies. */
typedef enum { IHOP_TEXTUAL_BOTH, IHOP_TEXTUAL_DEVICE, IHOP_TEXTUAL_HOST } IhopTextualSide;

/* One call of a function. */
typedef struct
{
  IhopTextualSearch *seen;
  const IhopFunction *function;
  const IhopDeviceVersion *version; /* that is run; NULL: the function as the host calls it */
  IhopTextualSide side;
  gboolean is_called_there; /* by a kernel of the version, on this side: it hands nothing over itself */
  GHashTable *names;       /* of this call that lead to the variable → by which members of theirs (a set of char *); NULL: by any */
  guint16 events;
  gboolean changed, exchanges;
} IhopTextualCall;

/* "r" of "r->next[i]", and the member, "next". */
typedef struct
{
  const IhopSymbol *symbol; /* NULL: no name */
  const char *member;       /* NULL: any */
} IhopTextualBase;

/* The names of a call, of none so far. Caller unrefs. */
GHashTable *ihop_textual_names_new (void);
/* Adds the names of the function's own that are given values which lead to the variable. */
void ihop_textual_names_find (IhopTextualCall *call);
/* Adds those with static storage, through assignments anywhere in the program, and initial values. */
void ihop_textual_globals_find (IhopTextualSearch *search);
/* What p->next[i].at, or *(p + 1), begins with. What is seen as another type may have its members elsewhere, as those of a
 * union lie on each other: then the member is any. */
IhopTextualBase ihop_textual_base_of (const IhopNode *node);
/* Whether the symbol is the variable, on the side that the call is looked at from. */
gboolean ihop_textual_is_variable (const IhopTextualCall *call, const IhopSymbol *symbol);
/* Whether a name leads to the variable, a name by one of its members, or a value. */
gboolean ihop_textual_name_leads (const IhopTextualCall *call, const IhopSymbol *symbol);
gboolean ihop_textual_base_leads (const IhopTextualCall *call, IhopTextualBase base);
gboolean ihop_textual_value_leads (const IhopTextualCall *call, const IhopNode *value);
