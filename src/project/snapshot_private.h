/* What the files that make up snapshots share. */
#pragma once
#include "project/project.h"
#include "project/settings.h"

typedef struct _IhopSnapshot IhopSnapshot; /* snapshot.h */

/* Shared by all snapshots in which this file is the same. */
typedef struct
{
  gatomicrefcount references;
  char *path, *original, *text;
  GPtrArray *steps; /* of char * */
  IhopTree *tree;   /* as the last step left it; NULL: no steps */
  GArray *origins;  /* of its loops; NULL: no steps */
  IhopTree *prepared; /* as the line "prepare" left it, whose places are not the owner's; NULL: there is none … */
  GArray *prepared_origins; /* … and where its loops stand in the owner's text */
} IhopSnapshotEntry;

struct _IhopSnapshot
{
  gatomicrefcount references;
  IhopSettings *settings;
  GPtrArray *files;     /* of IhopSnapshotEntry * */
  IhopSnapshot *root;   /* before all steps; NULL: it is this one */
  GMutex lock;
  IhopProject *project; /* NULL: not asked for yet */
};

IhopSnapshotEntry *ihop_snapshot_entry_new (const char *path, const char *original, const char *text);
IhopSnapshotEntry *ihop_snapshot_entry_ref (IhopSnapshotEntry *entry);
/* What its steps rest on, of char *, "f: A, B". Caller unrefs. */
GPtrArray *ihop_snapshot_entry_pairs (const IhopSnapshotEntry *entry);
/* Under the snapshot's settings, without files. */
IhopProject *ihop_snapshot_project_new (const IhopSnapshot *snapshot);
/* All files as the owner wrote them, and their steps. FALSE: one was refused. */
gboolean ihop_snapshot_replay (IhopProject *project, const IhopSnapshot *snapshot);
/* As replay, but the steps are not judged again, and have nothing to say to the project's diags: to see what comes of the files. */
gboolean ihop_snapshot_retake (IhopProject *project, const IhopSnapshot *snapshot);
