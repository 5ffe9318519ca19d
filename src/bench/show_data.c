/* For other programs: CSV and JSON. */
#include "bench/show.h"
#include "base/json.h"
#include <math.h>
#include <string.h>

/* RFC 4180: quoted where it has to be. */
static void
put_field (GString *text, const char *field)
{
  g_auto (GStrv) parts = NULL;

  if (text->len && text->str[text->len - 1] != '\n')
    g_string_append_c (text, ',');
  if (field == NULL)
    return;
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (text, field);
      return;
    }
  parts = g_strsplit (field, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);
  g_string_append_printf (text, "\"%s\"", doubled);
}

static void
put_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  put_field (text, isfinite (value) ? g_ascii_formatd (buffer, sizeof buffer, "%.9g", value) : NULL);
}

char *
ihop_show_csv (const IhopRun *run)
{
  GString *text = g_string_new ("run,kernel,size,rival,state,samples,seconds,spread,whole_seconds,speedup,"
                                "memory_bytes,build_seconds,generate_seconds,kernel_lines,launches,"
                                "bytes_to_device,bytes_to_host,least_bytes,predicted_seconds,message\n");
  static const char *const figures[] = { "generate", "kernel lines", "launches", "bytes to device",
                                         "bytes to host", "least bytes", "predicted seconds" };

  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *one = run->cases->pdata[i];
      gboolean counts = ihop_case_counts (one);
      put_field (text, run->name);
      put_field (text, one->kernel);
      put_field (text, one->size);
      put_field (text, one->rival);
      put_field (text, ihop_case_state_name (one->state));
      put_number (text, one->samples->len);
      put_number (text, counts ? ihop_case_median (one) : NAN);
      put_number (text, counts ? ihop_case_spread (one) : NAN);
      put_number (text, counts ? ihop_case_whole (one) : NAN);
      put_number (text, ihop_run_speedup (run, one->kernel, one->size, one->rival, ihop_rivals[0].name));
      put_number (text, one->memory ? (double) one->memory : NAN);
      put_number (text, one->build > 0 ? one->build : NAN);
      for (guint j = 0; j < G_N_ELEMENTS (figures); j++)
        put_number (text, ihop_case_figure (one, "", figures[j]));
      put_field (text, one->message);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* ---- JSON -------------------------------------------------------------------------------------------- */

static void
put_finite (JsonBuilder *json, const char *name, double value)
{
  if (isfinite (value))
    ihop_json_put_double (json, name, value);
}

static void
put_rivals (JsonBuilder *json, const IhopRun *run)
{
  ihop_json_begin_array (json, "rivals");
  for (guint i = 0; i < run->rivals->len; i++)
    {
      const IhopRunRival *rival = run->rivals->pdata[i];
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "name", rival->name);
      ihop_json_put_text (json, "title", rival->title);
      ihop_json_put_text (json, "version", rival->version);
      ihop_json_put_text (json, "command", rival->command);
      ihop_json_put_text (json, "absent", rival->absent);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
put_figures (JsonBuilder *json, const IhopCase *one)
{
  ihop_json_begin_array (json, "figures");
  for (guint i = 0; i < one->figures->len; i++)
    {
      const IhopFigure *figure = one->figures->pdata[i];
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "part", figure->part);
      ihop_json_put_text (json, "name", figure->name);
      ihop_json_put_double (json, "value", figure->value);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
put_samples (JsonBuilder *json, const IhopCase *one)
{
  ihop_json_begin_array (json, "samples");
  for (guint i = 0; i < one->samples->len; i++)
    ihop_json_add_double (json, g_array_index (one->samples, IhopSample, i).seconds);
  json_builder_end_array (json);
}

static void
put_case (JsonBuilder *json, const IhopRun *run, const IhopCase *one)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "kernel", one->kernel);
  ihop_json_put_text (json, "size", one->size);
  ihop_json_put_text (json, "rival", one->rival);
  ihop_json_put_text (json, "state", ihop_case_state_name (one->state));
  ihop_json_put_text (json, "message", one->message);
  if (ihop_case_counts (one))
    {
      put_finite (json, "seconds", ihop_case_median (one));
      put_finite (json, "whole_seconds", ihop_case_whole (one));
      put_finite (json, "speedup", ihop_run_speedup (run, one->kernel, one->size, one->rival,
                                                     ihop_rivals[0].name));
    }
  if (one->memory)
    ihop_json_put_int (json, "memory_bytes", (gint64) one->memory);
  put_samples (json, one);
  put_figures (json, one);
  json_builder_end_object (json);
}

char *
ihop_show_json (const IhopRun *run)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_put_text (json, "run", run->name);
  ihop_json_put_text (json, "began", run->began);
  ihop_json_put_text (json, "ended", run->ended);
  ihop_json_put_text (json, "ihop", run->ihop);
  ihop_json_put_document (json, "machine", run->machine);
  ihop_json_put_document (json, "settings", run->settings);
  put_rivals (json, run);
  ihop_json_begin_array (json, "cases");
  for (guint i = 0; i < run->cases->len; i++)
    put_case (json, run, run->cases->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
