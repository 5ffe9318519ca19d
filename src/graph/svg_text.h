/* What svg.c writes its pictures with: numbers, words and attributes of SVG, and colours, which the dark window has other ones of. */
#pragma once
#include "graph/diagram.h"

/* A picture that is being written. */
typedef struct
{
  const IhopDiagram *diagram;
  GString *text;
  const IhopSvgLook *look; /* NULL: a file */
} IhopSvg;

gboolean ihop_svg_is_dark (const IhopSvg *svg);
/* Of outlines. */
const char *ihop_svg_ink (const IhopSvg *svg);
/* verdict: an IhopVerdict; negative: none. */
const char *ihop_svg_verdict_color (const IhopSvg *svg, int verdict);
const char *ihop_svg_edge_color (const IhopSvg *svg, const IhopEdge *edge);
const char *ihop_svg_fill (const IhopSvg *svg, const IhopDrawn *node);
/* "for i: parallel", with the verdict in the user's language. Caller frees. */
char *ihop_svg_with_verdict (const IhopSvg *svg, const char *label, int verdict);
/* With one digit behind the point, whatever the locale. Caller frees. */
char *ihop_svg_number (double value);
/* Appends ' name="12.0"'. */
void ihop_svg_attribute (IhopSvg *svg, const char *name, double value);
/* Appends text in which SVG means nothing. */
void ihop_svg_escaped (IhopSvg *svg, const char *text);
/* Appends words at a place; style: more attributes. Blanks at the start of a line are its indentation. */
void ihop_svg_words (IhopSvg *svg, double x, double y, const char *style, const char *words);
/* The same, read from above, the head inclined to the right. */
void ihop_svg_upwards (IhopSvg *svg, double x, double y, const char *style, const char *words);
