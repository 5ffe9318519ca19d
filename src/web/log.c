#include "web/log.h"
#include <string.h>
#include <unistd.h>

/* As JSON wants it; bytes that are no UTF-8 become U+FFFD. */
static void
add_text (GString *line, const char *text)
{
  g_autofree char *good = g_utf8_make_valid (text, -1);

  g_string_append_c (line, '"');
  for (const char *at = good; *at; at++)
    if (*at == '"' || *at == '\\')
      g_string_append_printf (line, "\\%c", *at);
    else if ((guchar) *at < 0x20 || *at == 0x7f)
      g_string_append_printf (line, "\\u%04x", (guint) (guchar) *at);
    else
      g_string_append_c (line, *at);
  g_string_append_c (line, '"');
}

void
ihop_web_log (const char *level, const char *event, ...)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S");
  g_autoptr (GString) line = g_string_new (NULL);
  va_list pairs;

  g_string_append_printf (line, "{\"time\":\"%s.%03dZ\",\"level\":\"%s\",\"event\":\"%s\"", time,
                          g_date_time_get_microsecond (now) / 1000, level, event);
  va_start (pairs, event);
  for (const char *name = va_arg (pairs, const char *); name; name = va_arg (pairs, const char *))
    {
      const char *text = va_arg (pairs, const char *);
      if (text == NULL)
        continue;
      g_string_append_printf (line, ",\"%s\":", name);
      add_text (line, text);
    }
  va_end (pairs);
  g_string_append (line, "}\n");
  /* One write a line, so that lines of several threads and workers do not mix. */
  if (write (STDERR_FILENO, line->str, line->len) < 0)
    return;
}
