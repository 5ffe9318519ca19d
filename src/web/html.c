#include "web/html.h"
#include "web/assets.h"
#include <string.h>

void
ihop_html_text_len (GString *out, const char *text, gsize length)
{
  g_autofree char *good = g_utf8_validate_len (text, length, NULL) && !memchr (text, 0, length)
                            ? NULL
                            : g_utf8_make_valid (text, (gssize) length);
  const char *at = good ? good : text, *end = good ? good + strlen (good) : text + length;

  for (; at < end; at++)
    switch (*at)
      {
      case '&': g_string_append (out, "&amp;"); break;
      case '<': g_string_append (out, "&lt;"); break;
      case '>': g_string_append (out, "&gt;"); break;
      case '"': g_string_append (out, "&quot;"); break;
      case '\'': g_string_append (out, "&#39;"); break;
      case '\r': break;
      default:
        if ((guchar) *at < 0x20 && *at != '\n' && *at != '\t')
          g_string_append (out, "\xef\xbf\xbd"); /* no control character is good HTML */
        else
          g_string_append_c (out, *at);
      }
}

void
ihop_html_text (GString *out, const char *text)
{
  if (text)
    ihop_html_text_len (out, text, strlen (text));
}

void
ihop_html_add (GString *out, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  for (const char *at = format; *at; at++)
    if (*at != '%')
      g_string_append_c (out, *at);
    else if (*++at == 's')
      ihop_html_text (out, va_arg (arguments, const char *));
    else if (*at == 'u')
      g_string_append_printf (out, "%u", va_arg (arguments, guint));
    else
      g_string_append_c (out, '%');
  va_end (arguments);
}

char *
ihop_html_page (const char *title, const char *head, char *body)
{
  GString *out = g_string_new ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                               "<meta name=\"color-scheme\" content=\"light dark\">\n");

  ihop_html_add (out, "<title>%s · ihop</title>\n", title);
  g_string_append (out, "<link rel=\"icon\" href=\"/static/icon.svg\" type=\"image/svg+xml\">\n"
                        "<link rel=\"stylesheet\" href=\"/static/style.css\">\n"
                        "<script src=\"/static/app.js\" defer></script>\n");
  if (head)
    g_string_append (out, head);
  g_string_append (out, "</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
                        "<header class=\"top\"><a class=\"brand\" href=\"/\">ihop</a>"
                        "<nav aria-label=\"Site\"><a href=\"/\">New job</a> <a href=\"/about\">About</a> "
                        "<a href=\"/api\">API</a></nav></header>\n<main id=\"main\">\n");
  g_string_append (out, body);
  g_string_append (out, "</main>\n</body>\n</html>\n");
  g_free (body);
  return g_string_free (out, FALSE);
}
