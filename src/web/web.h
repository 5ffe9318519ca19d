/* What all requests share, and what one request is. The one place where HTTP is known beside it:
 * server.c, reply.c, upload.c, events.c. */
#pragma once
#include "store/jobs.h"
#include "web/config.h"
#include "web/metrics.h"
#include <microhttpd.h>

typedef struct _IhopWebPace IhopWebPace;

typedef struct
{
  IhopWebConfig config;
  IhopJobs *jobs;
  char *salt;               /* for names of addresses: kept in the queue */
  char *transforms;         /* what "ihop list transforms --format json" says */
  char *gpus, *version;
  struct MHD_Daemon *daemon;
  IhopWebPace *pace;        /* NULL: none; see pace.h */
  GHashTable *connections;  /* of those open: see guard.h */
  GMutex connections_lock;
  GPtrArray *listeners;     /* those that sleep; see events.h */
  guint streams;            /* listeners that there are, asleep or not */
  GMutex listeners_lock;    /* for both */
  GCond stream_ended;
  IhopWebMetrics metrics;
  gint is_draining;         /* 1: no more jobs are taken; 2: it ends now. Read atomically */
} IhopWeb;

typedef struct _IhopWebUpload IhopWebUpload;
typedef struct _IhopWebRequest IhopWebRequest;
typedef void (*IhopWebHandler) (IhopWebRequest *request);

#define IHOP_WEB_MOST_PARTS 4

typedef enum
{
  IHOP_WEB_NO_BODY,
  IHOP_WEB_TAKES_BODY /* a form or JSON; upload.h */
} IhopWebBody;

/* One row of routes.c. In a pattern "*" is one part of the path and "**" (at its end) all that is left. */
typedef struct
{
  const char *method, *pattern;
  IhopWebHandler handler;
  IhopWebBody body;
} IhopWebRoute;

struct _IhopWebRequest
{
  IhopWeb *web;
  struct MHD_Connection *connection;
  const char *method;
  char *path;
  const IhopWebRoute *route;
  char *parts[IHOP_WEB_MOST_PARTS]; /* what "*" and "**" stood for */
  char *address;                    /* the client, as a hash */
  IhopWebUpload *upload;            /* NULL: no body was wanted */
  gboolean is_api;                  /* errors are told in JSON */
  gboolean waits;                   /* for its turn: nothing was done for it yet */
  gboolean is_replied;
  gboolean is_closing;              /* the connection ends with the answer */
  char *allow;                      /* 405: the methods that there are; or NULL */
  guint status;
  gint64 start;                     /* monotonic, microseconds */
  enum MHD_Result result;           /* for the daemon */
};

extern const IhopWebRoute ihop_web_routes[]; /* ends with a NULL method */

/* The route of a path. NULL: there is none; then status is 404 or 405. Fills parts. */
const IhopWebRoute *ihop_web_find_route (const char *method, const char *path,
                                         char *parts[IHOP_WEB_MOST_PARTS], guint *status);
/* "GET, HEAD, DELETE": what may be done with a path. Caller frees. */
char *ihop_web_methods_of (const char *path);
/* A request header, or NULL. */
const char *ihop_web_header (const IhopWebRequest *request, const char *name);
/* A parameter behind "?", or NULL. */
const char *ihop_web_parameter (const IhopWebRequest *request, const char *name);
