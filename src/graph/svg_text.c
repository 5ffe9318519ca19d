#include "graph/svg_text.h"
#include <string.h>

gboolean
ihop_svg_is_dark (const IhopSvg *svg)
{
  return svg->look && svg->look->is_dark;
}

const char *
ihop_svg_ink (const IhopSvg *svg)
{
  return ihop_svg_is_dark (svg) ? "#c0bfbc" : "#3d3846";
}

const char *
ihop_svg_verdict_color (const IhopSvg *svg, int verdict)
{
  static const char *const colors[][2]
    = { { "#187a48", "#57e389" }, { "#b5161f", "#ff7b72" }, { "#8a5a00", "#f8c555" } };

  return verdict < 0 ? ihop_svg_is_dark (svg) ? "#9a9996" : "#6b6a6f" : colors[verdict][ihop_svg_is_dark (svg)];
}

const char *
ihop_svg_edge_color (const IhopSvg *svg, const IhopEdge *edge)
{
  static const char *const dark[] = { "#78aeed", "#ffa348", "#dc8add", "#c0bfbc", "#c0bfbc", "#57e389", "#ff7b72" };

  return !ihop_svg_is_dark (svg) ? ihop_edge_color (edge) : edge->is_witness || edge->is_backwards ? "#ff5c57" : dark[edge->kind];
}

const char *
ihop_svg_fill (const IhopSvg *svg, const IhopDrawn *node)
{
  if (!ihop_svg_is_dark (svg))
    return ihop_drawn_fill (node);
  switch (node->kind)
    {
    case IHOP_DRAWN_CONDITION: return "#57502a";
    case IHOP_DRAWN_ENTRY:
    case IHOP_DRAWN_EXIT: return "#4a4a4a";
    case IHOP_DRAWN_KERNEL: return "#245c41";
    case IHOP_DRAWN_COPY_IN: return "#2b4a75";
    case IHOP_DRAWN_COPY_OUT: return "#6b4426";
    case IHOP_DRAWN_STRANGER: return "#2d2d2d";
    case IHOP_DRAWN_FOLDED: return "#4b3a5c";
    default: return "#353535";
    }
}

char *
ihop_svg_with_verdict (const IhopSvg *svg, const char *label, int verdict)
{
  const char *end = strrchr (label, ':');

  if (verdict < 0 || end == NULL || svg->look == NULL || svg->look->word == NULL)
    return g_strdup (label);
  return g_strdup_printf ("%.*s: %s", (int) (end - label), label, svg->look->word (ihop_verdict_name ((IhopVerdict) verdict)));
}

char *
ihop_svg_number (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.1f", value);
  return g_strdup (g_str_equal (buffer, "-0.0") ? "0.0" : buffer);
}

void
ihop_svg_attribute (IhopSvg *svg, const char *name, double value)
{
  g_autofree char *text = ihop_svg_number (value);

  g_string_append_printf (svg->text, " %s=\"%s\"", name, text);
}

void
ihop_svg_escaped (IhopSvg *svg, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  g_string_append (svg->text, escaped);
}

void
ihop_svg_words (IhopSvg *svg, double x, double y, const char *style, const char *words)
{
  const char *start = words + strspn (words, " ");

  g_string_append (svg->text, "<text");
  ihop_svg_attribute (svg, "x", x + (double) (start - words) * 6.7);
  ihop_svg_attribute (svg, "y", y);
  g_string_append_printf (svg->text, " %s>", style);
  ihop_svg_escaped (svg, start);
  g_string_append (svg->text, "</text>\n");
}

void
ihop_svg_upwards (IhopSvg *svg, double x, double y, const char *style, const char *words)
{
  g_autofree char *a = ihop_svg_number (x), *b = ihop_svg_number (y);

  g_string_append_printf (svg->text, "<g transform=\"translate(%s %s) rotate(90)\">", a, b);
  ihop_svg_words (svg, 0, 0, style, words);
  g_string_append (svg->text, "</g>\n");
}
