/* What to work on and how: the options that the main job, profile and verify share. */
#pragma once
#include "cli/cli.h"

typedef struct
{
  char *pragma;    /* "target", "scop" or NULL */
  gboolean all;    /* --auto */
  char *script, *script_out;
  char *search;    /* "off", "quick", "thorough"; NULL: quick, but off behind a script */
  double search_seconds; /* 0: as usual */
  char *block, *map, *gpu, *math, *transfers, *model;
  gboolean no_motion, keep_slower;
} IhopChoice;

/* Entries that fill "choice", but for those that do nothing in this command ("script no-motion"; or NULL),
 * followed by "more" (ends with a NULL name; or NULL). The caller frees the array. */
GOptionEntry *ihop_choice_entries (IhopChoice *choice, const char *without, const GOptionEntry *more);
/* Options for planning and printing; strings stay the choice's. -1, or the exit code of a misuse,
 * which was shown. Without --pragma, --auto and --script the file decides: see
 * ihop_project_usual_choice. */
int ihop_choice_read (const IhopChoice *choice, IhopGenerateOptions *options);
/* -1: the device is known, and its file can be used; else the exit code of a misuse. NULL: the
 * default one. */
int ihop_choice_check_gpu (const char *name);
void ihop_choice_for_file (const IhopChoice *choice, const IhopProjectFile *file,
                           IhopGenerateOptions *options);
/* Replays --script, if it was given. IHOP_EXIT_DONE, or the exit code to end with. */
int ihop_choice_replay (const IhopChoice *choice, IhopProject *project);
/* Lets the automatic mode look at all files, and writes --script-out. IHOP_EXIT_DONE, or the exit
 * code to end with. */
int ihop_choice_search (const IhopCli *cli, const IhopChoice *choice, IhopProject *project,
                        const IhopGenerateOptions *options);
void ihop_choice_clear (IhopChoice *choice);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IhopChoice, ihop_choice_clear)
