/* What the commands share: options, files, messages, exit codes (doc/command-line.md). */
#pragma once
#include "project/project.h"

enum
{
  IHOP_EXIT_DONE = 0,
  IHOP_EXIT_REFUSED = 1,   /* done, but something asked for was refused */
  IHOP_EXIT_USAGE = 2,
  IHOP_EXIT_NOT_C = 3,
  IHOP_EXIT_DIFFERENT = 4, /* verification found a difference */
  IHOP_EXIT_OUTSIDE = 5,   /* an outside program is missing or failed */
  IHOP_EXIT_OURS = 70
};

/* Options that every command has. */
typedef struct
{
  gboolean reads_no_c; /* set before parsing: no options about C files, and no compiler flags */
  gboolean is_main;    /* set before parsing: its help names the commands */
  gboolean makes_cuda; /* set before files are opened */
  char *format;    /* "text", "json" … */
  gboolean is_json;
  gboolean quiet, verbose, version;
  char *color;     /* "auto", "always", "never" */
  char *database;  /* -p */
  char *profile;   /* trips of a run … */
  gboolean writes_profile; /* … or where they go */
  char *polybench; /* root of a PolyBench/C tree */
  char *alias;     /* "check", "trust", "refuse" */
  char **assume;
  char **effects;  /* files */
  char **flags;    /* for the compiler; NULL-terminated, never NULL once parsed */
  char **files;    /* what is left of the command line; NULL-terminated, never NULL once parsed */
  char *formats;   /* "text|json": for --help */
} IhopCli;

typedef struct
{
  const char *name;
  const char *synopsis; /* behind the name */
  const char *summary;
  int (*run) (int argc, char **argv); /* argv[0] is the command's name; gives the exit code */
  const char *program; /* another program, which it starts; or NULL */
  const char *parts;   /* words of which the first is one, each with options of its own; or NULL */
} IhopCommand;

extern const IhopCommand ihop_cli_commands[]; /* ends with a NULL name; the main job is not in it */

/* "-1": go on. Otherwise the exit code: --version was asked for, or the use is wrong. "own" are the
 * command's own options, "formats" what --format takes ("text json"). */
int ihop_cli_parse (IhopCli *cli, int argc, char **argv, const char *synopsis, const char *summary,
                    const GOptionEntry *own, const char *formats);
void ihop_cli_clear (IhopCli *cli);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IhopCli, ihop_cli_clear)
/* NULL: there is none of this name. */
const IhopCommand *ihop_cli_find_command (const char *name);
/* suggest.c: the command that a mistyped word most likely means, or NULL. */
const char *ihop_cli_nearest_command (const char *word);
/* The same for an option ("autoo", without its dashes), of a command's tables. */
const char *ihop_cli_nearest_option (const char *word, const GOptionEntry *const entries[2]);
/* Says that there is no such command, and which may be meant; gives IHOP_EXIT_USAGE. */
int ihop_cli_no_command (const char *word);
/* "ihop VERSION (Clang VERSION)"; gives IHOP_EXIT_DONE. */
int ihop_cli_show_version (void);
/* Prints "ihop: sentence" and a hint at --help; gives IHOP_EXIT_USAGE. */
int ihop_cli_misuse (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* polybench.c. The first is what ihop_cli_parse does with --polybench, and gives what it gives; the
 * second adds to the files what such a program is linked with, and has it print its arrays. */
int ihop_cli_find_polybench (IhopCli *cli);
void ihop_cli_link_polybench (IhopCli *cli);

/* A project with the files opened. exit_code becomes the gravest of them; the messages are not yet
 * shown. */
IhopProject *ihop_cli_project (const IhopCli *cli, char **files, int *exit_code);
/* The diags from number "first" on, to standard error. */
void ihop_cli_show_diags (const IhopCli *cli, const IhopDiags *diags);
/* The exit code so far, with what the diags add to it. */
int ihop_cli_exit_code (int so_far, const IhopDiags *diags);

/* Result text on standard output. Colours are given by meaning; text may have printf directives. */
typedef enum
{
  IHOP_COLOR_PLAIN,
  IHOP_COLOR_GOOD,
  IHOP_COLOR_BAD,
  IHOP_COLOR_DOUBT,
  IHOP_COLOR_STRONG,
  IHOP_COLOR_DIM
} IhopColor;

void ihop_cli_print (const char *format, ...) G_GNUC_PRINTF (1, 2);
void ihop_cli_print_color (IhopColor color, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* FALSE when standard output could not take everything (a full disk, a closed pipe). */
gboolean ihop_cli_flush (void);

/* A line on the terminal once the work takes longer than a second. "what" must stay valid until
 * the next call; NULL ends it. Does nothing when standard error is no terminal or -q was given. */
void ihop_cli_progress (const IhopCli *cli, const char *what);

/* One file a command. */
int ihop_command_generate (int argc, char **argv);
int ihop_command_analyze (int argc, char **argv);
int ihop_command_explain (int argc, char **argv);
int ihop_command_list (int argc, char **argv);
int ihop_command_graph (int argc, char **argv);
int ihop_command_profile (int argc, char **argv);
int ihop_command_verify (int argc, char **argv);
int ihop_command_observe (int argc, char **argv);
int ihop_command_run (int argc, char **argv);
int ihop_command_prove (int argc, char **argv);
int ihop_command_transform (int argc, char **argv);
int ihop_command_batch (int argc, char **argv);
int ihop_command_bench (int argc, char **argv);
int ihop_command_serve (int argc, char **argv);
int ihop_command_gui (int argc, char **argv);
int ihop_command_help (int argc, char **argv);
int ihop_command_version (int argc, char **argv);
int ihop_command_completion (int argc, char **argv);
int ihop_command_tree (int argc, char **argv);
