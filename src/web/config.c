#include "web/config.h"
#include "web/log.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef enum
{
  TEXT,
  NUMBER,
  FLAG
} Kind;

/* One row an option; for_worker: it is handed on. */
static const struct
{
  const char *name;
  Kind kind;
  size_t offset;
  const char *preset;
  int least, most;
  gboolean for_worker;
  const char *help, *word;
} options[] = {
#define FIELD(name) offsetof (IhopWebConfig, name)
  { "address", TEXT, FIELD (address), "127.0.0.1", 0, 0, FALSE, "where to listen", "ADDRESS" },
  { "port", NUMBER, FIELD (port), "8080", 0, 65535, FALSE, "0: any; the log says which", "PORT" },
  { "state", TEXT, FIELD (state), NULL, 0, 0, TRUE,
    "folder of the queue and the results (default: $STATE_DIRECTORY)", "DIR" },
  { "ihop", TEXT, FIELD (ihop), NULL, 0, 0, TRUE, "the program ihop (default: beside this one)",
    "PROGRAM" },
  { "tls-certificate", TEXT, FIELD (tls_certificate), NULL, 0, 0, FALSE,
    "PEM; with --tls-key: serve https", "FILE" },
  { "tls-key", TEXT, FIELD (tls_key), NULL, 0, 0, FALSE, "PEM", "FILE" },
  { "behind-proxy", FLAG, FIELD (behind_proxy), NULL, 0, 0, FALSE,
    "the last address of X-Forwarded-For is the client's", NULL },
  { "origin", TEXT, FIELD (origin), NULL, 0, 0, FALSE,
    "how browsers reach it, such as https://ihop.example.org (default: what Host says)", "URL" },
  { "metrics", TEXT, FIELD (metrics), "local", 0, 0, FALSE, "/metrics for: local, all, nobody",
    "WHOM" },
  { "executor", TEXT, FIELD (executor), "local", 0, 0, FALSE, "who runs jobs: local, or slurm", "WHO" },
  { "workers", NUMBER, FIELD (workers), "2", 1, 256, FALSE, "jobs at a time", "N" },
  { "upload-kb", NUMBER, FIELD (upload_kb), "4096", 1, 1 << 20, FALSE, "largest request", "KB" },
  { "unpacked-kb", NUMBER, FIELD (unpacked_kb), "16384", 1, 1 << 20, TRUE,
    "an archive's files together", "KB" },
  { "files", NUMBER, FIELD (files), "2000", 1, 10000, TRUE, "files of a job", "N" },
  { "seconds", NUMBER, FIELD (seconds), "60", 1, 3600, TRUE, "time of a job", "S" },
  { "memory-mb", NUMBER, FIELD (memory_mb), "2048", 256, 1 << 20, TRUE,
    "address space of a job's processes", "MB" },
  { "queue", NUMBER, FIELD (queue), "200", 1, 1000000, FALSE, "jobs that may wait", "N" },
  { "address-workers", NUMBER, FIELD (address_workers), "0", 0, 256, FALSE,
    "jobs of one address that run at a time; 0: one less than --workers", "N" },
  { "address-jobs", NUMBER, FIELD (address_jobs), "5", 1, 1000000, FALSE,
    "jobs of one address at a time", "N" },
  { "address-per-hour", NUMBER, FIELD (address_per_hour), "120", 1, 1000000, FALSE,
    "jobs of one address in an hour", "N" },
  { "address-mb", NUMBER, FIELD (address_mb), "512", 1, 1 << 30, FALSE,
    "files and results kept for one address", "MB" },
  { "connections", NUMBER, FIELD (connections), "500", 4, 100000, FALSE, "at a time", "N" },
  { "address-connections", NUMBER, FIELD (address_connections), "50", 1, 100000, FALSE,
    "of one address at a time (behind a proxy: none)", "N" },
  { "address-requests", NUMBER, FIELD (address_requests), "1000", 0, 1000000, FALSE,
    "requests of one address in a second: more are answered later; 0: as they come", "N" },
  { "idle-seconds", NUMBER, FIELD (idle_seconds), "15", 1, 3600, FALSE,
    "until a silent connection is closed", "S" },
  { "request-seconds", NUMBER, FIELD (request_seconds), "60", 1, 3600, FALSE,
    "that a client may take to say its request", "S" },
  { "free-mb", NUMBER, FIELD (free_mb), "512", 0, 1 << 30, FALSE,
    "with less room for the state folder no job is taken", "MB" },
  { "keep-minutes", NUMBER, FIELD (keep_minutes), "1440", 1, 1 << 20, FALSE,
    "until results are deleted", "MIN" },
  { "attempts", NUMBER, FIELD (attempts), "2", 1, 10, FALSE,
    "how often a job is begun when its worker dies", "N" },
  { "sandbox-uid", NUMBER, FIELD (sandbox_uid), "61500", 1000, 2000000000, TRUE,
    "as root: first of the user numbers of the sandboxes", "UID" },
  { "unsafe-no-sandbox", FLAG, FIELD (unsafe_no_sandbox), NULL, 0, 0, TRUE,
    "work without a sandbox: for tests, never for strangers", NULL },
#undef FIELD
};

static void *
field_of (const IhopWebConfig *config, guint i)
{
  return (char *) config + options[i].offset;
}

static void
set_presets (IhopWebConfig *config)
{
  memset (config, 0, sizeof *config);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].kind == NUMBER)
      *(int *) field_of (config, i) = (int) g_ascii_strtoll (options[i].preset, NULL, 10);
    else if (options[i].kind == TEXT)
      *(char **) field_of (config, i) = g_strdup (options[i].preset);
}

static int
misuse (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fprintf (stderr, "ihop-web: %s\nTry 'ihop-web --help'.\n", text);
  return 2;
}

static int
check_numbers (const IhopWebConfig *config)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      int value = options[i].kind == NUMBER ? *(int *) field_of (config, i) : 0;
      if (options[i].kind == NUMBER && (value < options[i].least || value > options[i].most))
        return misuse ("--%s %d: expected %d to %d", options[i].name, value, options[i].least,
                       options[i].most);
    }
  return -1;
}

/* "PROGRAM" beside this one, as in the build folder and where it is installed. */
static char *
find_ihop (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self ? self : ".");
  g_autofree char *beside = g_build_filename (folder, "ihop", NULL);
  g_autofree char *built = g_build_filename (folder, "../cli/ihop", NULL);

  if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&beside);
  if (g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
    return g_canonicalize_filename (built, NULL);
  return g_find_program_in_path ("ihop");
}

static int
fill_in (IhopWebConfig *config)
{
  const char *folder = g_getenv ("STATE_DIRECTORY"); /* from systemd */

  if (config->address_workers == 0)
    config->address_workers = MAX (config->workers - 1, 1);
  if (config->state == NULL)
    config->state = g_strdup (folder);
  if (config->state == NULL)
    return misuse ("where should the queue be kept? Give --state DIR");
  char *absolute = g_canonicalize_filename (config->state, NULL);
  g_free (config->state);
  config->state = absolute;
  if (config->ihop == NULL)
    config->ihop = find_ihop ();
  if (config->ihop == NULL || access (config->ihop, X_OK) != 0)
    return misuse ("the program ihop is not there; give --ihop PROGRAM");
  if ((config->tls_certificate == NULL) != (config->tls_key == NULL))
    return misuse ("--tls-certificate and --tls-key belong together");
  if (!g_strv_contains ((const char *const[]) { "local", "all", "nobody", NULL }, config->metrics))
    return misuse ("--metrics %s: expected local, all or nobody", config->metrics);
  if (!g_strv_contains ((const char *const[]) { "local", "slurm", NULL }, config->executor))
    return misuse ("--executor %s: expected local or slurm", config->executor);
  if (config->origin && !g_str_has_prefix (config->origin, "http://")
      && !g_str_has_prefix (config->origin, "https://"))
    return misuse ("--origin %s: expected http://HOST or https://HOST", config->origin);
  return -1;
}

static GOptionEntry *
entries_for (IhopWebConfig *config)
{
  static const GOptionArg kinds[]
    = { G_OPTION_ARG_FILENAME, G_OPTION_ARG_INT, G_OPTION_ARG_NONE };
  GOptionEntry *entries = g_new0 (GOptionEntry, G_N_ELEMENTS (options) + 1);

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      entries[i] = (GOptionEntry) { options[i].name, 0, 0, kinds[options[i].kind],
                                    field_of (config, i), options[i].help, options[i].word };
      if (options[i].preset == NULL)
        continue;
      g_autofree char *help = g_strdup_printf ("%s (default: %s)", options[i].help, options[i].preset);
      entries[i].description = g_intern_string (help); /* GOption keeps the pointer */
    }
  return entries;
}

int
ihop_web_config_parse (IhopWebConfig *config, int *argc, char ***argv)
{
  g_autofree GOptionEntry *entries = NULL;
  g_autoptr (GOptionContext) context = g_option_context_new ("— ihop as a web service");
  g_autoptr (GError) error = NULL;
  int code;

  set_presets (config);
  entries = entries_for (config);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_description (
    context, "It listens on 127.0.0.1 and refuses to start where bwrap can make no sandbox.\n"
             "SIGTERM: takes no more jobs, ends those that run, and leaves.\n");
  if (!g_option_context_parse (context, argc, argv, &error))
    return misuse ("%s", error->message);
  code = check_numbers (config);
  return code < 0 ? fill_in (config) : code;
}

char **
ihop_web_config_for_worker (const IhopWebConfig *config)
{
  GPtrArray *words = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      if (!options[i].for_worker)
        continue;
      if (options[i].kind == NUMBER)
        g_ptr_array_add (words, g_strdup_printf ("--%s=%d", options[i].name,
                                                 *(int *) field_of (config, i)));
      else if (options[i].kind == TEXT)
        g_ptr_array_add (words, g_strdup_printf ("--%s=%s", options[i].name,
                                                 *(char **) field_of (config, i)));
      else if (*(gboolean *) field_of (config, i))
        g_ptr_array_add (words, g_strdup_printf ("--%s", options[i].name));
    }
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

void
ihop_web_config_clear (IhopWebConfig *config)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].kind == TEXT)
      g_free (*(char **) field_of (config, i));
  memset (config, 0, sizeof *config);
}
