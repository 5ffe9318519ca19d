#include "base/diag.h"

IhopCollision *
ihop_collision_new (int kind, const char *variable)
{
  IhopCollision *collision = g_new0 (IhopCollision, 1);

  collision->kind = kind;
  collision->variable = g_strdup (variable);
  collision->source_names = g_ptr_array_new_with_free_func (g_free);
  collision->sink_names = g_ptr_array_new_with_free_func (g_free);
  collision->source_values = g_array_new (FALSE, FALSE, sizeof (gint64));
  collision->sink_values = g_array_new (FALSE, FALSE, sizeof (gint64));
  collision->sizes = g_ptr_array_new_with_free_func (g_free);
  return collision;
}

static void
copy_texts (GPtrArray *to, const GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, g_strdup (from->pdata[i]));
}

IhopCollision *
ihop_collision_copy (const IhopCollision *from)
{
  if (from == NULL)
    return NULL;
  IhopCollision *copy = ihop_collision_new (from->kind, from->variable);
  copy->source_line = from->source_line;
  copy->sink_line = from->sink_line;
  copy_texts (copy->source_names, from->source_names);
  copy_texts (copy->sink_names, from->sink_names);
  copy_texts (copy->sizes, from->sizes);
  g_array_append_vals (copy->source_values, from->source_values->data, from->source_values->len);
  g_array_append_vals (copy->sink_values, from->sink_values->data, from->sink_values->len);
  return copy;
}

void
ihop_collision_free (gpointer data)
{
  IhopCollision *collision = data;

  if (collision == NULL)
    return;
  g_free (collision->variable);
  g_ptr_array_unref (collision->source_names);
  g_ptr_array_unref (collision->sink_names);
  g_array_unref (collision->source_values);
  g_array_unref (collision->sink_values);
  g_ptr_array_unref (collision->sizes);
  g_free (collision);
}

static void
diag_free (gpointer data)
{
  IhopDiag *diag = data;

  ihop_collision_free (diag->collision);
  ihop_source_unref ((IhopSource *) diag->range.source);
  g_free (diag->path);
  ihop_message_unref (diag->message);
  g_ptr_array_unref (diag->remedies);
  g_free (diag);
}

IhopDiags *
ihop_diags_new (void)
{
  return g_ptr_array_new_with_free_func (diag_free);
}

static IhopDiag *
diag_new (IhopDiags *diags, IhopSeverity severity, const char *id, IhopMessage *message)
{
  IhopDiag *diag = g_new0 (IhopDiag, 1);

  diag->severity = severity;
  diag->id = id;
  diag->message = message;
  diag->remedies = g_ptr_array_new_with_free_func (ihop_message_unref);
  g_ptr_array_add (diags, diag);
  return diag;
}

IhopDiag *
ihop_diags_add_message (IhopDiags *diags, IhopSeverity severity, const char *id, IhopRange range, IhopMessage *message)
{
  IhopDiag *diag = diag_new (diags, severity, id, message);

  diag->range = range;
  if (range.source)
    {
      ihop_source_ref ((IhopSource *) range.source);
      diag->path = g_strdup (range.source->path);
      ihop_source_locate (range.source, range.begin, &diag->line, &diag->column);
    }
  return diag;
}

IhopDiag *
ihop_diags_add_message_at (IhopDiags *diags, IhopSeverity severity, const char *id, const char *path, guint line,
                           guint column, IhopMessage *message)
{
  IhopDiag *diag = diag_new (diags, severity, id, message);

  diag->path = g_strdup (path);
  diag->line = line;
  diag->column = column;
  return diag;
}

void
ihop_diag_add_remedy (IhopDiag *diag, IhopMessage *remedy)
{
  g_ptr_array_add (diag->remedies, remedy);
}

void
ihop_diag_code (IhopDiag *diag, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *code = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ihop_diag_add_remedy (diag, ihop_message_word (code));
}

const char *
ihop_remedy_code (const IhopMessage *remedy)
{
  return ihop_message_is_word (remedy) ? ihop_message_text (remedy) : NULL;
}

void
ihop_diags_copy (IhopDiags *to, const IhopDiags *from)
{
  for (guint i = 0; i < from->len; i++)
    {
      const IhopDiag *diag = from->pdata[i];
      IhopDiag *copy = ihop_diags_add_message_at (to, diag->severity, diag->id, diag->path, diag->line, diag->column,
                                                  ihop_message_ref (diag->message));
      for (guint j = 0; j < diag->remedies->len; j++)
        ihop_diag_add_remedy (copy, ihop_message_ref (diag->remedies->pdata[j]));
      copy->collision = ihop_collision_copy (diag->collision);
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
                          ihop_severity_name (diag->severity), ihop_message_text (diag->message), diag->id);
  for (guint i = 0; i < diag->remedies->len; i++)
    g_string_append_printf (text, "\n    remedy: %s", ihop_message_text (diag->remedies->pdata[i]));
  return g_string_free (text, FALSE);
}
