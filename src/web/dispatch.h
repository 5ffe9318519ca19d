/* Gives jobs to workers, looks after them, and clears away what is over. All in the main thread. */
#pragma once
#include "web/web.h"

typedef struct _IhopWebDispatch IhopWebDispatch;

/* Takes up what an earlier server has left: jobs whose workers still live are waited for, others are
 * queued again. NULL: --executor slurm, and there is none; error says what is missing. */
IhopWebDispatch *ihop_web_dispatch_new (IhopWeb *web, GError **error);
void ihop_web_dispatch_free (IhopWebDispatch *dispatch);
/* From any thread: there may be something to do. */
void ihop_web_dispatch_wake (IhopWeb *web);
/* Gives out no more jobs, and calls "done" when the last worker has ended. */
void ihop_web_dispatch_drain (IhopWebDispatch *dispatch, void (*done) (gpointer data), gpointer data);
