#include "base/diag.h"

static void
diag_free (gpointer data)
{
  IhopDiag *diag = data;

  g_free (diag->path);
  g_free (diag->message);
  g_ptr_array_unref (diag->remedies);
  g_free (diag);
}

IhopDiags *
ihop_diags_new (void)
{
  return g_ptr_array_new_with_free_func (diag_free);
}

static IhopDiag *
diag_new (IhopDiags *diags, IhopSeverity severity, const char *id, char *message)
{
  IhopDiag *diag = g_new0 (IhopDiag, 1);

  diag->severity = severity;
  diag->id = id;
  diag->message = message;
  diag->remedies = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (diags, diag);
  return diag;
}

IhopDiag *
ihop_diags_add (IhopDiags *diags, IhopSeverity severity, const char *id, IhopRange range,
                const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  IhopDiag *diag = diag_new (diags, severity, id, g_strdup_vprintf (format, arguments));
  va_end (arguments);
  diag->range = range;
  if (range.source)
    {
      diag->path = g_strdup (range.source->path);
      ihop_source_locate (range.source, range.begin, &diag->line, &diag->column);
    }
  return diag;
}

IhopDiag *
ihop_diags_add_at (IhopDiags *diags, IhopSeverity severity, const char *id, const char *path,
                   guint line, guint column, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  IhopDiag *diag = diag_new (diags, severity, id, g_strdup_vprintf (format, arguments));
  va_end (arguments);
  diag->path = g_strdup (path);
  diag->line = line;
  diag->column = column;
  return diag;
}

void
ihop_diag_remedy (IhopDiag *diag, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (diag->remedies, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
ihop_diags_copy (IhopDiags *to, const IhopDiags *from)
{
  for (guint i = 0; i < from->len; i++)
    {
      const IhopDiag *diag = from->pdata[i];
      IhopDiag *copy = ihop_diags_add_at (to, diag->severity, diag->id, diag->path, diag->line,
                                          diag->column, "%s", diag->message);
      for (guint j = 0; j < diag->remedies->len; j++)
        ihop_diag_remedy (copy, "%s", (const char *) diag->remedies->pdata[j]);
    }
}

gboolean
ihop_diags_has (const IhopDiags *diags, IhopSeverity at_least)
{
  for (guint i = 0; i < diags->len; i++)
    if (((IhopDiag *) diags->pdata[i])->severity >= at_least)
      return TRUE;
  return FALSE;
}

const char *
ihop_severity_name (IhopSeverity severity)
{
  static const char *const names[] = { "note", "warning", "refused", "error" };

  return names[severity];
}

char *
ihop_diag_to_text (const IhopDiag *diag)
{
  GString *text = g_string_new (NULL);

  if (diag->path)
    g_string_append_printf (text, "%s:", diag->path);
  if (diag->line)
    g_string_append_printf (text, "%u:%u:", diag->line, diag->column);
  g_string_append_printf (text, "%s%s: %s [%s]", text->len ? " " : "",
                          ihop_severity_name (diag->severity), diag->message, diag->id);
  for (guint i = 0; i < diag->remedies->len; i++)
    g_string_append_printf (text, "\n    remedy: %s", (char *) diag->remedies->pdata[i]);
  return g_string_free (text, FALSE);
}
