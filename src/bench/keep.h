/* Runs in the store (schema "bench"): written while they go on, read by the reports. */
#pragma once
#include "bench/bench.h"
#include "store/store.h"

typedef struct
{
  char *name, *title;    /* as in ihop_rivals */
  IhopRivalGroup group;
  char *version, *command; /* of its compiler (and generator); NULL: absent */
  char *absent;          /* why it took no part; NULL: it did */
} IhopRunRival;

typedef struct
{
  gint64 id;
  char *name, *began, *ended; /* ISO 8601; ended NULL: not at its end */
  char *ihop;            /* version */
  char *machine, *settings; /* JSON */
  GPtrArray *rivals;     /* of IhopRunRival *, in their order */
  GPtrArray *cases;      /* of IhopCase *: by kernel as they were listed, size, rival */
} IhopRun;

void ihop_run_free (IhopRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopRun, ihop_run_free)

/* Opens the store of measurements; path NULL: the user's own. */
IhopStore *ihop_keep_open (const char *path, gboolean read_only, GError **error);
char *ihop_keep_default_path (void);

/* A new run of this name; its id, or 0 with an error (the name is taken). */
gint64 ihop_keep_begin (IhopStore *store, const char *name, const char *version, const char *machine,
                        const char *settings, GError **error);
gboolean ihop_keep_rival (IhopStore *store, gint64 run, guint place, const IhopRunRival *rival,
                          GError **error);
/* All of these cases or none; what was known of them is replaced. */
gboolean ihop_keep_cases (IhopStore *store, gint64 run, const GPtrArray *cases, GError **error);
gboolean ihop_keep_end (IhopStore *store, gint64 run, GError **error);
/* What was asked for has become more. */
gboolean ihop_keep_settings (IhopStore *store, gint64 run, const char *settings, GError **error);
/* Of char *: "KERNEL SIZE RIVAL" of what is done (not lost). Caller unrefs. */
GHashTable *ihop_keep_done (IhopStore *store, gint64 run);

/* By name; NULL name: the newest. with_texts: sources and products, too. NULL with an error. */
IhopRun *ihop_keep_load (IhopStore *store, const char *name, gboolean with_texts, GError **error);
/* Of IhopRun *, newest first, without rivals and cases. Caller unrefs. */
GPtrArray *ihop_keep_list (IhopStore *store, GError **error);

/* NULL: the rival has no such case. */
const IhopCase *ihop_run_case (const IhopRun *run, const char *kernel, const char *size, const char *rival);
/* Names as they come: of char *, owned by the run. Caller unrefs. */
GPtrArray *ihop_run_kernels (const IhopRun *run);
GPtrArray *ihop_run_sizes (const IhopRun *run);
/* Of const IhopRunRival *: those of which something was timed. Caller unrefs. */
GPtrArray *ihop_run_timed (const IhopRun *run, const char *size);
/* How many times as fast as "base" a rival is; NaN: one of the two does not count. */
double ihop_run_speedup (const IhopRun *run, const char *kernel, const char *size, const char *rival,
                         const char *base);
/* Over all kernels of which it is known; count may be NULL. */
double ihop_run_mean_speedup (const IhopRun *run, const char *size, const char *rival, const char *base,
                              guint *count);
