/* The page of a finished job, written once by its worker: page.html beside the report, which the server
 * puts into the frame of the site. */
#pragma once
#include "store/jobs.h"
#include "web/options.h"

/* failed: why not everything could be done, or NULL. NULL: written; else a sentence. Caller frees. */
char *ihop_web_page_write (const char *folder, const IhopJob *job, const char *failed);

/* --- what the files page_*.c share --- */

typedef struct
{
  const char *folder;      /* of the results */
  const IhopJob *job;
  IhopWebOptions *options;
  JsonNode *report, *analysis; /* analysis: NULL if there is none */
  GPtrArray *plans;        /* of JsonObject *, inside generated: one a file */
  GPtrArray *generated;    /* of JsonNode * */
  GString *out;
  const char *failed;      /* see ihop_web_page_write */
  GArray *parts;           /* of guint, one a source: see ihop_web_page_parts */
  guint applied;           /* steps that were taken */
  guint refused;           /* the one behind them, counted from 1; 0: none */
} IhopWebPage;

/* A file below the folder; NULL: there is none. Caller frees. */
char *ihop_web_page_read (const IhopWebPage *page, const char *name, gsize *size);
JsonNode *ihop_web_page_json (const IhopWebPage *page, const char *name);
/* The text that a C file has now: behind its steps. Caller frees. */
char *ihop_web_page_source (const IhopWebPage *page, const char *file);

void ihop_web_page_put_steps (IhopWebPage *page);
void ihop_web_page_put_messages (IhopWebPage *page);
void ihop_web_page_put_source (IhopWebPage *page, const char *file);
void ihop_web_page_put_plan (IhopWebPage *page, JsonObject *plan);
void ihop_web_page_put_proofs (IhopWebPage *page);
void ihop_web_page_put_products (IhopWebPage *page);
void ihop_web_page_put_downloads (IhopWebPage *page);
void ihop_web_page_put_graphs (IhopWebPage *page);
/* "3.98 ms"; caller frees. */
char *ihop_web_page_seconds (double seconds);
/* A button that takes one more step. */
void ihop_web_page_put_step_button (IhopWebPage *page, const char *step, const char *label);
/* Source text as HTML, of char *, one a line; comments, words and directives are marked. Caller unrefs. */
GPtrArray *ihop_web_page_code_lines (const char *text);

/* --- files of many lines: page_parts.c --- */

/* How many parts a file is shown in: one stands on the page itself, several on pages of their own. */
guint ihop_web_page_parts (const char *text);
/* Where the line of a file (by its number among the sources, from 1) is shown. Caller frees. */
char *ihop_web_page_line_link (const IhopWebPage *page, guint file, guint line);
/* The file's number among the sources, from 1. */
guint ihop_web_page_file_number (const IhopWebPage *page, const char *file);
/* Writes the pages of files that have several parts, as parts-FILE-PART.html. */
void ihop_web_page_write_parts (IhopWebPage *page);
/* The lines of one file from first to last (from 1) with their verdicts, and what they became. */
void ihop_web_page_put_lines (IhopWebPage *page, const char *file, guint first, guint last);
void ihop_web_page_put_beside (IhopWebPage *page, const char *file, guint first, guint last);
/* page_loops.c: all loops as one table, those first that matter. */
void ihop_web_page_put_loops (IhopWebPage *page);
/* page_seen.c: what a run has shown. The upload may hold this file, which `ihop observe --profile` has written. */
#define IHOP_WEB_PROFILE "ihop-profile.json"
/* NULL: there is none, or steps have made other loops. Caller unrefs. */
JsonNode *ihop_web_page_seen (const IhopWebPage *page);
/* A line for this loop, if the run has shown anything of it; seen may be NULL. */
void ihop_web_page_put_seen (IhopWebPage *page, JsonNode *seen, JsonObject *loop);
/* "✓", "✗", "?"; static. */
const char *ihop_web_page_sign (const char *verdict);
