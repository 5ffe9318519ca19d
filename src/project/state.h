/* What a project is: its files under one set of options, and the facts about all of them together. */
#pragma once
#include "advise/advise.h"
#include "analysis/verdict/loops.h"
#include "frontend/frontend.h"
#include "gpugen/emit/emit.h"
#include "project/profile.h"

typedef struct _IhopProject IhopProject;

typedef struct
{
  const char *const *flags;  /* for the compiler: "-I…", "-D…"; NULL-terminated; or NULL */
  const char *database;      /* folder of compile_commands.json, or NULL */
  IhopAliasMode alias;
  const char *const *assume; /* "n > 0"; NULL-terminated; or NULL */
  double seconds;            /* budget for the analysis of one function; 0: the default */
  gboolean makes_cuda;       /* of the first file that is opened: what its check reads anyway is read ahead */
} IhopProjectOptions;

/* A function of another file that was brought in (import.h). Strings are owned. */
typedef struct
{
  char *name;              /* in this file */
  char *owners_name, *path; /* in that one */
  gboolean is_static;      /* there, where alone its name meant it */
  gboolean is_called;      /* by what this file had before, else by another one that was brought in */
} IhopImported;

/* Tables of rows that keep their pointers (row_tables.h). */
typedef struct
{
  char *names;             /* "u, v"; owned */
  guint line;              /* where the reason is */
  const char *why;         /* half a sentence, in English; ihop_phrase_localize knows it */
} IhopRowsApart;

typedef struct
{
  char *path;     /* as the user named it */
  char *name;     /* without folder and ".c": what products are called */
  IhopTree *tree; /* NULL: it could not be worked on; the diags say why */
  char *original; /* the text as it was read, whatever steps were taken since; NULL: no tree */
  GArray *line_uses; /* of IhopLineUse: where that text asks for its lines' numbers; NULL: no tree */
  GHashTable *owners_names; /* name that the text has by now → the owner's (char *, both owned); NULL: all are */
  GHashTable *calls; /* "f g", both the owner's → how often f calls g in that text; NULL: no tree */
  GPtrArray *steps; /* of char *: steps taken since, by scripts and by the automatic mode */
  IhopTree *first_tree; /* as it was before the first step; NULL: no steps */
  IhopTree *packed_tree; /* as it was before its structs were taken apart; NULL: they were not */
  GHashTable *outlined; /* of char *, owned: functions made of other ones' time loops; never NULL */
  GPtrArray *promoted; /* of char *: functions with loops over which members of structs are kept in variables; never NULL */
  GPtrArray *gathered; /* of char *: functions with loops in which what works on members of structs was inlined; never NULL */
  GPtrArray *rotated;  /* of char *: functions with loops over which buffers found by a number, or members of structs, became pointers that change places; never NULL */
  GHashTable *time_loops; /* such a function → the address that its loop had before (char *, both owned), the function's own name where
                             there were several; never NULL */
  GPtrArray *unpromoted; /* of char *: loops over which that was no use, and functions with several such; never NULL */
  GHashTable *split; /* version that takes members of structs → the function that takes the structs (char *, both owned); never NULL */
  GPtrArray *blocks; /* of char *, "u, v": tables of rows that are kept in blocks (row_tables.h); never NULL */
  GPtrArray *rows_apart; /* of IhopRowsApart *: those that the file allocates and that stay as they are; never NULL */
  gboolean has_flat_members; /* among them members of structs, for which kernels may come of it when structs are taken apart */
  gboolean keeps_members;    /* none came */
  GHashTable *blocked; /* of char *, owned: functions that are given such blocks, or return them; never NULL */
  GPtrArray *imported; /* of IhopImported *: functions of other files that were brought in; never NULL */
  GPtrArray *kept_out; /* of char *: functions of other files of which that could not be, or was no use; never NULL */
  gboolean stays_whole; /* such versions were no use */
  GPtrArray *guards; /* of IhopGuard *: what has to be tested for that; with packed_tree */
  guint n_marks; /* of the steps: the owner's marks, in front of all others */
  char *prepared; /* "auto", "scop", "target": the tree was prepared for that (ihop_project_unpack), the owner's text says
                     otherwise, and the first n_prepared steps belong to it; NULL: it is the owner's */
  guint n_prepared;
  GPtrArray *on_host; /* of IhopStays *: what is left to the host, found or said by a script; never NULL */
  GPtrArray *apart; /* of char *, "f: A, B": what has to be tested for the steps; never NULL. Only what is
                       generated tests it: other uses of such a tree are the caller's to refuse */
  IhopAdvice *advice; /* what the automatic mode found; NULL: it was not asked */
} IhopProjectFile;

/* Copies the options. */
IhopProject *ihop_project_new (const IhopProjectOptions *options);
void ihop_project_free (IhopProject *project);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopProject, ihop_project_free)

/* What products of this file are called: its name without folder and ending. Caller frees. */
char *ihop_project_stem (const char *path);
/* Of IhopProjectFile *, owned by the project. */
const GPtrArray *ihop_project_files (const IhopProject *project);
IhopDiags *ihop_project_diags (const IhopProject *project);
/* As given to ihop_project_new; never NULL. */
const char *const *ihop_project_flags (const IhopProject *project);
/* Made when first asked for, over all files that could be parsed. Owned by the project. */
IhopFacts *ihop_project_facts (IhopProject *project);
/* Every loop of every function of a file, of const IhopLoop *, in the order of the file; owned by
 * the project. Empty for a file without a tree. */
const GPtrArray *ihop_project_analyze (IhopProject *project, const IhopProjectFile *file);
/* Those of one function of a file that has a tree: the verdicts of others are not worked out. */
const GPtrArray *ihop_project_analyze_function (IhopProject *project, const IhopProjectFile *file,
                                                const IhopFunction *function);

/* Who hears how searches get on from now on, and may call them off. */
void ihop_project_set_watch (IhopProject *project, IhopAdviseWatch watch);

/* For files that are opened from now on. The project owns it. */
void ihop_project_set_run_profile (IhopProject *project, IhopRunProfile *profile);

/* ---- For the files of this room ---- */

/* Pointers into the project. */
IhopFrontendOptions ihop_project_frontend_options (const IhopProject *project);
const IhopFactsOptions *ihop_project_facts_options (IhopProject *project);
const IhopRunProfile *ihop_project_run_profile (const IhopProject *project); /* or NULL */
const IhopAdviseWatch *ihop_project_watch (const IhopProject *project); /* NULL: nobody waits */
/* One more file, of which nothing is known yet. */
IhopProjectFile *ihop_project_add (IhopProject *project, const char *path);
/* As the options say. */
gboolean ihop_project_makes_cuda (const IhopProject *project);
/* Takes the tree. Facts are dropped with every answer they gave. */
void ihop_project_replace (IhopProject *project, const IhopProjectFile *file, IhopTree *tree);
