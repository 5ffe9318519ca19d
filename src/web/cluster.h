/* Jobs by way of Slurm (--executor slurm): each is a task whose worker sees the state folder, but not the
 * queue (SQLite's locks do not hold on a network's file system). It says in files of the job's folder how
 * far it is and how it ended, and the server writes that into the queue. */
#pragma once
#include "web/web.h"

typedef struct _IhopWebCluster IhopWebCluster;

/* NULL: Slurm is not here; error names what is missing. What an earlier server has left running there is
 * ended: its jobs begin again. */
IhopWebCluster *ihop_web_cluster_new (IhopWeb *web, GError **error);
/* Ends what still runs. */
void ihop_web_cluster_free (IhopWebCluster *cluster);
/* How many jobs it has in hand, and whether it takes one more just now. */
guint ihop_web_cluster_jobs (const IhopWebCluster *cluster);
gboolean ihop_web_cluster_is_open (const IhopWebCluster *cluster);
/* Gives out a job that was claimed. */
void ihop_web_cluster_add (IhopWebCluster *cluster, const IhopJob *job, guint slot);
/* Looks how far they are; to be called now and then. TRUE: some have ended. */
gboolean ihop_web_cluster_step (IhopWebCluster *cluster);
