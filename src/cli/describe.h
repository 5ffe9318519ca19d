/* What a command takes, read from the very tables that it parses its options by: help, man pages and completion
 * are made from this. */
#pragma once
#include "cli/cli.h"

typedef struct
{
  char *name;        /* "format" */
  char letter;       /* of "-o", or 0 */
  char *what;        /* a sentence */
  char *word;        /* what stands behind "=": "FILE", or the choices as "text|json"; NULL: it takes nothing */
  gboolean is_path;  /* a file or a folder */
} IhopCliOption;

typedef struct
{
  char *name;        /* "ihop analyze" */
  char *synopsis, *summary;
  gboolean reads_c;  /* compiler flags may follow */
  GPtrArray *options; /* of IhopCliOption * */
} IhopCliPage;

/* command NULL: the main job. part: of a command that has parts, or NULL. Caller frees. */
IhopCliPage *ihop_cli_page_new (const IhopCommand *command, const char *part);
void ihop_cli_page_free (IhopCliPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopCliPage, ihop_cli_page_free)
/* Pages of the whole command, of IhopCliPage *: one, or one a part. Caller unrefs. */
GPtrArray *ihop_cli_pages (const IhopCommand *command);
/* For ihop_cli_parse: whether somebody reads the tables instead of running the command; then they are taken
 * down. entries: two arrays, each ends with a NULL name or is NULL. */
gboolean ihop_cli_describe (const IhopCli *cli, const char *synopsis, const char *summary,
                            const GOptionEntry *const entries[2]);
/* The choices of an option, or of a synopsis such as "transforms|gpus"; NULL: it is not one of several words.
 * Caller frees with g_strfreev. */
char **ihop_cli_choices (const char *word);
