/* Reading what nvcc -Xptxas -v says:
 *
 *     ptxas info    : Compiling entry function '_Z18kernel_jacobi_2d_1i…' for 'sm_90'
 *         0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
 *     ptxas info    : Used 18 registers, used 0 barriers, 4096 bytes smem, 380 bytes cmem[0] */
#include "bench/entrant.h"
#include <stdlib.h>
#include <string.h>

/* "_Z18kernel_jacobi_2d_1iPA…" is kernel_jacobi_2d_1; "_ZL…" too; any other name stays. */
static char *
plain_name (const char *mangled)
{
  const char *at = mangled;
  char *end;

  if (!g_str_has_prefix (at, "_Z"))
    return g_strdup (mangled);
  at += at[2] == 'L' ? 3 : 2;
  gulong length = strtoul (at, &end, 10);
  return end > at && length > 0 && length <= strlen (end) ? g_strndup (end, length) : g_strdup (mangled);
}

/* The number in front of "words". FALSE: they do not stand in the line. */
static gboolean
number_before (const char *line, const char *words, double *value)
{
  const char *at = strstr (line, words);

  if (at == NULL)
    return FALSE;
  while (at > line && at[-1] == ' ')
    at--;
  while (at > line && g_ascii_isdigit (at[-1]))
    at--;
  *value = strtod (at, NULL);
  return TRUE;
}

void
ihop_ptxas_read (const char *said, IhopCase *result)
{
  static const struct
  {
    const char *words, *name;
  } wanted[] = { { "registers", "registers" }, { "bytes spill stores", "spill stores" },
                 { "bytes spill loads", "spill loads" }, { "bytes stack frame", "stack frame" },
                 { "bytes smem", "shared memory" } };
  g_auto (GStrv) lines = g_strsplit (said, "\n", -1);
  g_autofree char *kernel = NULL;

  for (guint i = 0; lines[i]; i++)
    {
      const char *at = strstr (lines[i], "entry function '");
      if (at)
        {
          g_autofree char *mangled = g_strndup (at + 16, strcspn (at + 16, "'"));
          g_free (kernel);
          kernel = plain_name (mangled);
        }
      else if (strstr (lines[i], "Function properties for"))
        continue;
      for (guint j = 0; kernel && j < G_N_ELEMENTS (wanted); j++)
        {
          double value;
          if (number_before (lines[i], wanted[j].words, &value))
            ihop_case_add_figure (result, kernel, wanted[j].name, value);
        }
    }
}

/* From "__global__" to the brace that closes what it opens. */
static const char *
end_of_function (const char *at)
{
  int depth = 0;

  for (; *at; at++)
    {
      depth += *at == '{';
      if (*at == ';' && depth == 0)
        return at; /* a declaration */
      if (*at == '}' && --depth == 0)
        return at;
    }
  return at;
}

guint
ihop_kernel_lines (const char *text)
{
  guint lines = 0;

  for (const char *at = strstr (text, "__global__"); at; at = strstr (at, "__global__"))
    {
      const char *end = end_of_function (at);
      g_autofree char *body = g_strndup (at, (gsize) (end - at));
      g_auto (GStrv) list = g_strsplit (body, "\n", -1);
      for (guint i = 0; *end == '}' && list[i]; i++)
        lines += *g_strstrip (list[i]) != '\0';
      at = *end ? end + 1 : end;
    }
  return lines;
}
