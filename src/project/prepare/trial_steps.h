/* Steps that are tried on a file one after the other and kept where they are of use: the file has them when all are found. */
#pragma once
#include "project/reread.h"

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  const IhopPlanOptions *plan; /* what kernels shall be made of */
  IhopTree *tree;              /* the file's with the steps kept so far */
  GPtrArray *steps;            /* these steps, of char *, owned */
  IhopDiags *diags;            /* what trials say, which nobody hears; owned */
} IhopTrial;

IhopTrial ihop_trial_begin (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* The file gets the steps that were kept, if any. */
void ihop_trial_end (IhopTrial *trial);
/* Facts of the program with this tree in the file's place; they must not outlive the trial. Caller frees. */
IhopFacts *ihop_trial_facts (const IhopTrial *trial, IhopTree *tree);
/* The tree after one more step; NULL: it is refused. Caller unrefs. */
IhopTree *ihop_trial_run (const IhopTrial *trial, const char *step);
/* Keeps a step and the tree that it makes. Takes next. */
void ihop_trial_keep (IhopTrial *trial, IhopTree *next, const char *step);
/* Forgets the steps from number n_steps on. Takes the tree before them. */
void ihop_trial_restart (IhopTrial *trial, IhopTree *tree, guint n_steps);
/* How many kernels there would be of this tree. */
guint ihop_trial_count_kernels (const IhopTrial *trial, IhopTree *tree);
/* Whether the plan is about loops of the function. */
gboolean ihop_trial_covers (const IhopTrial *trial, const IhopFunction *function);
