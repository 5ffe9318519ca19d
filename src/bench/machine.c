/* What the numbers were measured on. No names: whose machine it is, is nobody's business. */
#include "bench/bench.h"
#include "base/json.h"
#include "base/json_read.h"
#include <string.h>
#include <sys/utsname.h>

#define BUSY 0.5 /* of the processors: what is left of our own compiling a minute ago is less */

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

/* How a processor's clock is set: "performance", "powersave" …; NULL: nobody says, as in a virtual machine. */
static char *
governor (void)
{
  char *text = NULL;

  return g_file_get_contents ("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", &text, NULL, NULL) ? g_strstrip (text) : NULL;
}

/* Processes that want to run, in the mean of the last minute. */
static double
load (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents ("/proc/loadavg", &text, NULL, NULL) ? g_ascii_strtod (text, NULL) : 0;
}

static JsonObject *
read_machine (const char *json, JsonParser *parser)
{
  return json && json_parser_load_from_data (parser, json, -1, NULL) && JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser))
           ? json_node_get_object (json_parser_get_root (parser)) : NULL;
}

char *
ihop_machine_busy (const char *machine)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object = read_machine (machine, parser);
  double load = ihop_json_get_double (object, "load");
  gint64 processors = ihop_json_get_int (object, "processors");

  if (load < BUSY * (double) processors || processors == 0)
    return NULL;
  return g_strdup_printf ("other programs are at work: when the run began, %.1f wanted the %d processors; times are too long then, and scatter",
                          load, (int) processors);
}

gboolean
ihop_machine_is_same (const char *a, const char *b)
{
  g_autoptr (JsonParser) first = json_parser_new (), second = json_parser_new ();
  JsonObject *one = read_machine (a, first), *other = read_machine (b, second);

  if (one == NULL || other == NULL)
    return one == other;
  json_object_remove_member (one, "load");
  json_object_remove_member (other, "load");
  return json_node_equal (json_parser_get_root (first), json_parser_get_root (second));
}

char *
ihop_machine_json (void)
{
  JsonBuilder *json = json_builder_new ();
  g_autofree char *processor = value_in ("/proc/cpuinfo", "model name", ":");
  g_autofree char *cache = value_in ("/proc/cpuinfo", "cache size", ":");
  g_autofree char *memory = value_in ("/proc/meminfo", "MemTotal", ":");
  g_autofree char *system = value_in ("/etc/os-release", "PRETTY_NAME", "=");
  g_autofree char *gpu = card (), *clock = governor ();
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
  ihop_json_put_text (json, "governor", clock);
  ihop_json_put_double (json, "load", load ());
  ihop_json_put_text (json, "card", gpu);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
