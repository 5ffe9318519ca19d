/* Sums in C text: "n - 2" and "1" make "n - 1". Whatever is no sum of products of names and whole
 * numbers is kept as one opaque term, so the answer is right if perhaps not short. */
#include "gpugen/plan/linear.h"
#include "gpugen/plan/planner.h"
#include "gpugen/emit/shape.h"
#include <stdlib.h>
#include <string.h>

typedef struct
{
  GPtrArray *terms;        /* of char *, in the order of first appearance */
  GArray *factors;         /* of gint64 */
  gint64 constant;
} Sum;

static Sum *
sum_new (void)
{
  Sum *sum = g_new0 (Sum, 1);

  sum->terms = g_ptr_array_new_with_free_func (g_free);
  sum->factors = g_array_new (FALSE, FALSE, sizeof (gint64));
  return sum;
}

static void
sum_free (Sum *sum)
{
  g_ptr_array_unref (sum->terms);
  g_array_unref (sum->factors);
  g_free (sum);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Sum, sum_free)

static void
sum_add (Sum *sum, const char *term, gint64 factor)
{
  for (guint i = 0; i < sum->terms->len; i++)
    if (strcmp (sum->terms->pdata[i], term) == 0)
      {
        g_array_index (sum->factors, gint64, i) += factor;
        return;
      }
  g_ptr_array_add (sum->terms, g_strdup (term));
  g_array_append_val (sum->factors, factor);
}

/* The end of an expression part at depth 0: before a "+" or "-" (or a "*", if asked). */
static const char *
part_end (const char *text, gboolean stop_at_times)
{
  gint depth = 0;
  gboolean seen = FALSE;

  for (; *text; text++)
    {
      if (*text == '(' || *text == '[')
        depth++;
      if (*text == ')' || *text == ']')
        depth--;
      if (depth == 0 && seen && ((*text == '+' || *text == '-') || (stop_at_times && *text == '*')))
        break;
      if (!g_ascii_isspace (*text))
        seen = TRUE;
    }
  return text;
}

/* Anything that binds weaker than "+" or that this little reader does not know. */
static gboolean
is_plain (const char *text)
{
  gint depth = 0;

  for (const char *c = text; *c; c++)
    {
      if (*c == '(' || *c == '[')
        depth++;
      if (*c == ')' || *c == ']')
        depth--;
      if (depth == 0 && (strchr ("<>=!&|^?:,%/~\"'", *c) || (*c == '-' && c[1] == '>')))
        return FALSE;
      if (depth == 0 && (strncmp (c, "++", 2) == 0 || strncmp (c, "--", 2) == 0))
        return FALSE;
    }
  return depth == 0;
}

static gboolean
read_number (const char *text, gint64 *value)
{
  char *end;

  if (!g_ascii_isdigit (*text))
    return FALSE;
  *value = g_ascii_strtoll (text, &end, 0);
  return *end == '\0' && *value < ((gint64) 1 << 40);
}

gboolean
ihop_text_is_wrapped (const char *text)
{
  gint depth = 0;
  gsize length = strlen (text);

  if (length < 2 || *text != '(' || text[length - 1] != ')')
    return FALSE;
  for (gsize i = 0; i + 1 < length; i++)
    {
      depth += text[i] == '(';
      depth -= text[i] == ')';
      if (depth == 0)
        return FALSE;
    }
  return TRUE;
}

static void read_sum (Sum *sum, const char *text, gint64 factor);

static void
read_product (Sum *sum, const char *text, gint64 factor)
{
  g_autoptr (GString) rest = g_string_new (NULL);
  guint n = 0;

  for (const char *at = text; *at;)
    {
      const char *end = part_end (at, TRUE);
      g_autofree char *part = g_strstrip (g_strndup (at, (gsize) (end - at)));
      gint64 value;
      if (read_number (part, &value))
        factor *= value;
      else
        {
          g_string_append_printf (rest, "%s%s", n ? " * " : "", part);
          n++;
        }
      at = *end == '*' ? end + 1 : end;
    }
  if (n == 0)
    sum->constant += factor;
  else if (n == 1 && ihop_text_is_wrapped (rest->str))
    {
      g_autofree char *inside = g_strndup (rest->str + 1, rest->len - 2);
      read_sum (sum, inside, factor);
    }
  else
    sum_add (sum, rest->str, factor);
}

static void
read_sum (Sum *sum, const char *text, gint64 factor)
{
  if (!is_plain (text))
    {
      g_autofree char *term = ihop_text_is_wrapped (text) ? g_strdup (text) : g_strdup_printf ("(%s)", text);
      sum_add (sum, term, factor);
      return;
    }
  for (const char *at = text; *at;)
    {
      at += strspn (at, " \t\n");
      gint64 sign = 1;
      while (*at == '+' || *at == '-' || g_ascii_isspace (*at))
        sign *= *at++ == '-' ? -1 : 1;
      const char *end = part_end (at, FALSE);
      g_autofree char *part = g_strstrip (g_strndup (at, (gsize) (end - at)));
      if (*part)
        read_product (sum, part, factor * sign);
      at = end;
    }
}

static void
append_term (GString *text, const char *term, gint64 factor)
{
  if (factor == 0)
    return;
  if (text->len)
    g_string_append (text, factor < 0 ? " - " : " + ");
  else if (factor < 0)
    g_string_append (text, "-");
  if (ABS (factor) != 1)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " * ", ABS (factor));
  g_string_append (text, term);
}

/* Positive terms first: "n - i", not "-i + n". */
static char *
sum_text (const Sum *sum)
{
  GString *text = g_string_new (NULL);

  for (int sign = 1; sign >= -1; sign -= 2)
    for (guint i = 0; i < sum->terms->len; i++)
      {
        gint64 factor = g_array_index (sum->factors, gint64, i);
        if (factor * sign > 0)
          append_term (text, sum->terms->pdata[i], factor);
      }
  if (sum->constant || text->len == 0)
    {
      if (text->len)
        g_string_append_printf (text, " %c %" G_GINT64_FORMAT, sum->constant < 0 ? '-' : '+',
                                ABS (sum->constant));
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, sum->constant);
    }
  return g_string_free (text, FALSE);
}

char *
ihop_linear_sum (const char *a, const char *b, int sign)
{
  g_autoptr (Sum) sum = sum_new ();
  gint64 zero;

  if (read_number (b, &zero) && zero == 0)
    return g_strdup (a);
  read_sum (sum, a, 1);
  read_sum (sum, b, sign);
  return sum_text (sum);
}

gboolean
ihop_linear_distance (const char *a, const char *b, gint64 *distance)
{
  g_autoptr (Sum) sum = sum_new ();

  read_sum (sum, b, 1);
  read_sum (sum, a, -1);
  for (guint i = 0; i < sum->terms->len; i++)
    if (g_array_index (sum->factors, gint64, i) != 0)
      return FALSE;
  *distance = sum->constant;
  return TRUE;
}

/* ---- boxes ---- */

static IhopBox *
box_new (guint rank)
{
  IhopBox *box = g_new0 (IhopBox, 1);

  box->rank = rank;
  box->lower = g_new0 (char *, rank + 1);
  box->count = g_new0 (char *, rank + 1);
  return box;
}

IhopBox *
ihop_box_copy (const IhopBox *box)
{
  if (box == NULL)
    return NULL;
  IhopBox *copy = box_new (box->rank);
  for (guint d = 0; d < box->rank; d++)
    {
      copy->lower[d] = g_strdup (box->lower[d]);
      copy->count[d] = g_strdup (box->count[d]);
    }
  return copy;
}

gboolean
ihop_box_equal (const IhopBox *a, const IhopBox *b)
{
  gint64 distance;

  if (a == NULL || b == NULL || a->rank != b->rank)
    return a == b;
  for (guint d = 0; d < a->rank; d++)
    if (!ihop_linear_distance (a->lower[d], b->lower[d], &distance) || distance != 0
        || !ihop_linear_distance (a->count[d], b->count[d], &distance) || distance != 0)
      return FALSE;
  return TRUE;
}

static gboolean
hull_dimension (const IhopBox *a, const IhopBox *b, guint d, IhopBox *hull)
{
  g_autofree char *end_a = ihop_linear_sum (a->lower[d], a->count[d], 1);
  g_autofree char *end_b = ihop_linear_sum (b->lower[d], b->count[d], 1);
  gint64 lower, end;

  if (!ihop_linear_distance (a->lower[d], b->lower[d], &lower)
      || !ihop_linear_distance (end_a, end_b, &end))
    return FALSE;
  hull->lower[d] = g_strdup (lower < 0 ? b->lower[d] : a->lower[d]);
  hull->count[d] = ihop_linear_sum (end > 0 ? end_b : end_a, hull->lower[d], -1);
  return TRUE;
}

IhopBox *
ihop_box_hull (const IhopBox *a, const IhopBox *b)
{
  if (a == NULL || b == NULL || a->rank != b->rank)
    return NULL;
  IhopBox *hull = box_new (a->rank);
  for (guint d = 0; d < a->rank; d++)
    if (!hull_dimension (a, b, d, hull))
      {
        ihop_box_free (hull);
        return NULL;
      }
  return hull;
}

/* "n > 1", "n >= 2": the least that a number may be. FALSE: the term says something else. */
static gboolean
least_of (const char *term, char **what, gint64 *least)
{
  static const char *const words[] = { " >= ", " > " };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *at = strstr (term, words[i]);
      if (at == NULL || !ihop_text_is_number (at + strlen (words[i]), least))
        continue;
      *what = g_strndup (term, (gsize) (at - term));
      *least += i;
      return TRUE;
    }
  return FALSE;
}

static gboolean
term_implies (const char *term, const char *other)
{
  g_autofree char *a = NULL, *b = NULL;
  gint64 at_least, needed;

  return g_str_equal (term, other)
         || (least_of (term, &a, &at_least) && least_of (other, &b, &needed) && g_str_equal (a, b) && at_least >= needed);
}

gboolean
ihop_text_implies (const char *when, const char *other)
{
  if (other == NULL || g_strcmp0 (when, other) == 0)
    return TRUE;
  if (when == NULL || strstr (when, "||") || strstr (other, "||"))
    return FALSE;
  g_auto (GStrv) terms = g_strsplit (when, " && ", -1), others = g_strsplit (other, " && ", -1);
  for (guint i = 0; others[i]; i++)
    {
      guint k = 0;
      while (terms[k] && !term_implies (terms[k], others[i]))
        k++;
      if (terms[k] == NULL)
        return FALSE;
    }
  return TRUE;
}
