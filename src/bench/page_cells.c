/* Text and cells of tables. */
#include "bench/page.h"
#include <math.h>

void
ihop_page_put (GString *page, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (page, escaped);
}

void
ihop_page_printf (GString *page, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (page, format, arguments);
  va_end (arguments);
}

void
ihop_page_head (GString *page, const char *title, const char *tip)
{
  g_string_append (page, "<th scope=\"col\"");
  if (tip)
    {
      g_string_append (page, " title=\"");
      ihop_page_put (page, tip);
      g_string_append_c (page, '"');
    }
  g_string_append (page, "><button>");
  ihop_page_put (page, title);
  g_string_append (page, "</button></th>");
}

/* data-v is what is sorted by. */
void
ihop_page_number (GString *page, const char *class, double value, const char *text)
{
  if (!isfinite (value))
    g_string_append (page, "<td class=\"none\" data-v=\"\">–</td>");
  else
    {
      ihop_page_printf (page, "<td%s%s%s data-v=\"%.9g\">", class ? " class=\"" : "", class ? class : "",
                        class ? "\"" : "", value);
      ihop_page_put (page, text);
      g_string_append (page, "</td>");
    }
}

void
ihop_page_seconds (GString *page, double seconds)
{
  g_autofree char *text = ihop_show_seconds (seconds);

  ihop_page_number (page, NULL, seconds, text);
}

void
ihop_page_bytes (GString *page, double bytes)
{
  g_autofree char *text = ihop_show_bytes (bytes);

  ihop_page_number (page, NULL, bytes, text);
}

void
ihop_page_count (GString *page, double count)
{
  g_autofree char *text = g_strdup_printf ("%.15g", count);

  ihop_page_number (page, NULL, count, text);
}

void
ihop_page_cell (GString *page, const char *text)
{
  g_string_append (page, "<td>");
  ihop_page_put (page, text ? text : "");
  g_string_append (page, "</td>");
}

void
ihop_page_kernel_link (GString *page, const char *kernel)
{
  g_string_append (page, "<th scope=\"row\"><a href=\"#k-");
  ihop_page_put (page, kernel);
  g_string_append (page, "\">");
  ihop_page_put (page, kernel);
  g_string_append (page, "</a></th>");
}
