/* A job on its way through the sandbox: what its stages share. Own to inside.c and its stages. */
#pragma once
#include "web/command.h"
#include "web/files.h"
#include "web/json.h"
#include "web/options.h"
#include "web/unpack.h"

#define IHOP_INSIDE_PRODUCTS "ihop-out"
#define IHOP_INSIDE_SCRIPT "steps.ihop"

typedef struct
{
  const char *ihop;
  IhopUnpackLimits limits;
  gint64 start, deadline;
  char *folder;            /* where all of it lies */
  IhopWebOptions *options;
  GPtrArray *sources;      /* C files, and … */
  GPtrArray *headers;      /* … folders with headers, relative to in/ */
  char *target;            /* the file that steps are for; NULL: there are no steps */
  guint applied;           /* steps that were taken */
  guint refused;           /* the one that was not, counted from 1; 0: none */
  char *work;              /* in/ or now/: where the analysis looks */
  GPtrArray *commands;     /* of IhopWebCommand * */
  GPtrArray *notes;        /* of char *: what was left out of archives */
} IhopInside;

/* Below the job's folder. Caller frees. */
char *ihop_inside_path (const IhopInside *inside, const char *folder, const char *name);
/* Every file below a folder of the job, by name, relative to that; of char *. Caller unrefs. */
GPtrArray *ihop_inside_files (const IhopInside *inside, const char *folder);
/* With the folders that it needs. */
gboolean ihop_inside_write (const char *path, const char *bytes, gsize size);
/* What a command has said, by its name with ".json"; NULL: nothing that can be read. Caller frees. */
JsonNode *ihop_inside_result (const IhopInside *inside, const char *name);
/* A frame of text to whoever waits outside; "text" may be NULL. */
gboolean ihop_inside_say (const char *kind, const char *name, const char *text);
void ihop_inside_stage (const char *name);

/* inside_unpack.c: in/ from upload/, its C files and headers, and which file steps are for. What is wrong with it; NULL: nothing.
 * Caller frees. */
char *ihop_inside_unpack (IhopInside *inside);

/* inside_stages.c: the owner's steps, then everything that is asked of ihop. */
void ihop_inside_work (IhopInside *inside);
