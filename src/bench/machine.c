/* What the numbers were measured on. No names: whose machine it is, is nobody's business. */
#include "bench/bench.h"
#include "base/json.h"
#include <string.h>
#include <sys/utsname.h>

/* The value behind "key" up to the end of the line, without white space and the colon. NULL: none. */
static char *
value_in (const char *path, const char *key, const char *between)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], key))
      {
        const char *at = strstr (lines[i], between);
        char *value = at ? g_strdup (at + strlen (between)) : NULL;
        return value ? g_strdelimit (g_strstrip (value), "\"", ' ') : NULL;
      }
  return NULL;
}

gboolean
ihop_machine_has_card (void)
{
  return g_file_test ("/dev/nvidia0", G_FILE_TEST_EXISTS) || g_file_test ("/dev/dxg", G_FILE_TEST_EXISTS);
}

/* "NVIDIA H200, 143771 MiB, 570.86"; NULL: no card, or nobody who knows it. */
static char *
card (void)
{
  g_autofree char *out = NULL, *err = NULL;
  char *argv[] = { "nvidia-smi", "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader",
                   NULL };
  int status;

  if (!ihop_machine_has_card ()
      || !g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status, NULL)
      || status != 0)
    return NULL;
  return g_strdup (g_strstrip (out));
}

char *
ihop_machine_json (void)
{
  JsonBuilder *json = json_builder_new ();
  g_autofree char *processor = value_in ("/proc/cpuinfo", "model name", ":");
  g_autofree char *cache = value_in ("/proc/cpuinfo", "cache size", ":");
  g_autofree char *memory = value_in ("/proc/meminfo", "MemTotal", ":");
  g_autofree char *system = value_in ("/etc/os-release", "PRETTY_NAME", "=");
  g_autofree char *gpu = card ();
  struct utsname name;

  uname (&name);
  name.release[strcspn (name.release, "-")] = '\0'; /* what a provider calls its build says nothing */
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "processor", processor ? processor : name.machine);
  ihop_json_put_int (json, "processors", g_get_num_processors ());
  ihop_json_put_text (json, "cache", cache);
  ihop_json_put_text (json, "memory", memory);
  ihop_json_put_text (json, "system", system ? g_strstrip (system) : name.sysname);
  ihop_json_put_text (json, "kernel", name.release);
  ihop_json_put_text (json, "card", gpu);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
