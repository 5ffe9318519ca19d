/* What the files that make up IhopDocument share. */
#pragma once
#include "gui/document.h"
#include "observe/seen.h"
#include "project/keep.h"

typedef struct
{
  GPtrArray *functions;    /* of IhopFunctionView *; NULL: not known yet */
  GPtrArray *loops;        /* of IhopLoopView *, in the order of the file */
  gboolean is_unreadable;  /* Clang refuses the text */
  GArray *origins;         /* of these loops, of IhopLoopOrigin; NULL until the facts are old … */
  guint original;          /* … in the owner's text that has this hash */
} IhopFileFacts;

struct _IhopDocument
{
  GObject parent_instance;
  IhopSession *session;    /* NULL: nothing is open */
  IhopKeep *keep;          /* where everything is kept; NULL: it cannot be */
  gboolean is_project;     /* keep is a project's file, not one of our own */
  GPtrArray *monitors;     /* of GFileMonitor *, one a file */
  GTask *watching;         /* the last one that makes them; only to be compared */
  IhopSnapshot *shown;     /* of the session's current state */
  GPtrArray *facts;        /* of IhopFileFacts *, one a file */
  GPtrArray *coming;       /* likewise: of what is shown, while "facts" are still those of the text before; else NULL */
  gboolean has_news;       /* of loops that were carried over */
  GPtrArray *carried;      /* document_carry.c: of GHashTable *, names of functions of "facts" that are right for what is shown,
                              one a file; NULL: none */
  IhopDiags *diags;
  gboolean is_analysed;
  GQueue parcels;          /* document_facts.c: verdicts that have arrived and are not yet shown */
  gboolean is_unpacking;   /* a source is at it */
  GCancellable *stale;     /* cancelled as soon as something else is shown */
  GCancellable *replaying; /* NULL: no steps are being replayed */
  gboolean is_unreadable;  /* the owner's text is no C just now: the steps are outdated, and wait */
  GQueue orders;           /* document_orders.c: what is still to be done */
  GCancellable *trying;    /* NULL: no step is being tried */
  gboolean is_typing;      /* the owner types, and what they have typed was not handed in yet */
  guint busy;
  IhopSelection selection;
  gboolean is_renewing;    /* the selection */
  IhopLoopOrigin origin;   /* of the selected loop, if there is one, in the owner's text … */
  guint origin_text;       /* … which has this hash */
  guint pointed_file, pointed_line, pointed_second;
  GHashTable *refusals;    /* document_device.c: "file address" → sentence; or NULL */
  GByteArray *tints;       /* document_link.c; NULL: not known */
  GArray *copies;          /* likewise, of the same file */
  guint tinted_file, hovered_file, hovered_line;
  IhopProposal *proposal;
  guint variant, pinned;   /* ids of states; 0: none */
  IhopSeen *seen;          /* document_seen.c: what a run of what is shown has shown; or NULL */
  char *seen_text;         /* as it is kept */
  GCancellable *observing; /* of the last run that was to be observed; or NULL */
  IhopCudaSource *cuda;    /* document_cuda.c; NULL: none */
  IhopSnapshot *cuda_made; /* what it was generated from; NULL: a file */
  GFileMonitor *cuda_watch; /* of the file; or NULL */
  gboolean is_cuda_work;
};

typedef enum
{
  IHOP_SIGNAL_CHANGED, IHOP_SIGNAL_ANALYSED, IHOP_SIGNAL_FINISHED, IHOP_SIGNAL_SELECTION,
  IHOP_SIGNAL_POINTED, IHOP_SIGNAL_PROPOSED, IHOP_SIGNAL_TREE, IHOP_SIGNAL_MESSAGE,
  IHOP_SIGNAL_BUSY, IHOP_SIGNAL_OPENED, IHOP_SIGNAL_CLEARED, IHOP_SIGNAL_VARIANT, IHOP_SIGNAL_FOCUS, IHOP_SIGNAL_OBSERVED, IHOP_SIGNAL_LINKED, IHOP_SIGNAL_DEVICE,
  IHOP_SIGNAL_HOVERED, IHOP_SIGNAL_RENEWED, IHOP_SIGNAL_CUDA, IHOP_N_SIGNALS
} IhopDocumentSignal;

void ihop_document_emit (IhopDocument *document, IhopDocumentSignal which, ...);
/* The session's current state is another, or the same with another text: drops what was known, tells
 * everybody, begins to work it out. */
void ihop_document_refresh (IhopDocument *document);
/* document_keep.c. A failure is told. */
void ihop_document_write (IhopDocument *document);
/* Takes the keep. */
void ihop_document_set_keep (IhopDocument *document, IhopKeep *keep, gboolean is_project);
/* Where the steps over these files are kept without a project. Caller frees. */
char *ihop_document_recovery_path (char **paths);
/* document_disk.c */
void ihop_document_watch (IhopDocument *document);
/* document_facts.c */
void ihop_document_drop_facts (IhopDocument *document);
/* Another text is shown: what is known stays, as old, until the analysis has gone through it (document_stale.c). */
void ihop_document_keep_facts (IhopDocument *document, const IhopSnapshot *before);
void ihop_document_analyse (IhopDocument *document);
GPtrArray *ihop_document_facts_new (IhopDocument *document);
/* document_carry.c: what is known that is right for the text that is shown now, too; before the lines are shifted. */
void ihop_document_carry (IhopDocument *document, const IhopSnapshot *before);
/* "facts" are those of what was looked at: the others come from "old". */
void ihop_document_take_carried (IhopDocument *document, GPtrArray *old);
/* What was carried over has been looked at, too; loops that had their place before give it to these (of IhopLoopView *). */
void ihop_document_renew_loops (IhopDocument *document, guint file, GPtrArray *news);
/* document_stale.c: lines of the text before that are others now; FALSE: none is. */
gboolean ihop_document_changed_lines (const IhopSnapshot *before, const IhopSnapshot *now, guint file, guint *first, guint *last);
/* document_stale.c: all of "coming" is there. */
void ihop_document_exchange_facts (IhopDocument *document);
/* Where the loops come from that are known of a file (in the owner's text with this hash): of the text that is shown, or of
 * the one before it. Caller unrefs. */
GArray *ihop_document_known_origins (IhopDocument *document, guint file, guint *original);
/* document_steps.c */
void ihop_document_drop_proposal (IhopDocument *document);
void ihop_document_replay (IhopDocument *document);
/* document_orders.c: begins what is next in the queue, unless it has to wait. */
void ihop_document_next_order (IhopDocument *document);
void ihop_document_drop_orders (IhopDocument *document);
/* document_seen.c: another text is shown: what was seen of it before, if anything. */
void ihop_document_renew_seen (IhopDocument *document);
void ihop_document_drop_seen (IhopDocument *document);
/* document_cuda.c */
void ihop_document_drop_cuda (IhopDocument *document);
/* document_device.c: all verdicts are there. */
void ihop_document_ask_device (IhopDocument *document);
void ihop_document_drop_refusals (IhopDocument *document);
/* document_select.c */
/* Of the loops of the text that is shown; empty: not yet known. Caller unrefs. */
GArray *ihop_document_origins (IhopDocument *document, guint file);
/* A hash of the owner's text. */
guint ihop_document_original (IhopDocument *document, guint file);
void ihop_document_clear_selection (IhopDocument *document);
/* First of all, when the text has changed: the selected loop gets the name that it has now (none, while that is not
 * known), so that nobody takes another loop for it. */
void ihop_document_follow_selection (IhopDocument *document);
/* The selection after the text has changed: the same function and loop, if they are still there. */
void ihop_document_renew_selection (IhopDocument *document);
