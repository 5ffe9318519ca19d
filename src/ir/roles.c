#include "ir/roles.h"
#include <string.h>

static const struct
{
  const char *word;
  IhopRole role;
  gboolean has_axis;
} roles[] = {
  { "block", IHOP_ROLE_BLOCK, TRUE },
  { "thread", IHOP_ROLE_THREAD, TRUE },
  { "shared", IHOP_ROLE_SHARED, FALSE },
  { "registers", IHOP_ROLE_REGISTERS, FALSE },
  { "fence", IHOP_ROLE_FENCE, FALSE },
  { "host", IHOP_ROLE_HOST, FALSE },
};

/* "132": blocks of the card. */
static void
read_grid (const char *word, IhopRoleMark *mark)
{
  guint64 blocks;

  if (!g_ascii_string_to_unsigned (word, 10, 1, IHOP_ROLE_MOST_GRID, &blocks, NULL))
    return;
  mark->role = IHOP_ROLE_BLOCK;
  mark->grid = (guint) blocks;
}

IhopRoleMark
ihop_role_of (const IhopNode *statement)
{
  IhopRoleMark mark = { .role = IHOP_ROLE_NONE, .pragma = statement };

  if (statement->kind != IHOP_PRAGMA || !g_str_has_prefix (statement->text, "ihop "))
    return mark;
  g_auto (GStrv) words = g_strsplit_set (statement->text, " \t", -1);
  g_autoptr (GPtrArray) said = g_ptr_array_new ();
  for (guint i = 1; words[i]; i++)
    if (words[i][0])
      g_ptr_array_add (said, words[i]);
  mark.role = IHOP_ROLE_UNKNOWN;
  for (guint i = 0; i < G_N_ELEMENTS (roles) && said->len; i++)
    {
      const char *axis = said->len == 2 ? said->pdata[1] : "";
      if (!g_str_equal (said->pdata[0], roles[i].word) || said->len != 1 + (guint) roles[i].has_axis)
        continue;
      if (roles[i].has_axis && (strlen (axis) != 1 || axis[0] < 'x' || axis[0] > 'z'))
        continue;
      mark.role = roles[i].role;
      mark.axis = roles[i].has_axis ? (guint) (axis[0] - 'x') : 0;
    }
  if (said->len == 2 && g_str_equal (said->pdata[0], "grid"))
    read_grid (said->pdata[1], &mark);
  return mark;
}

IhopRoleMark
ihop_role_before (const IhopNode *block, guint child)
{
  for (guint i = child; i > 0 && block->child[i - 1]->kind == IHOP_PRAGMA; i--)
    {
      IhopRoleMark mark = ihop_role_of (block->child[i - 1]);
      if (mark.role == IHOP_ROLE_FENCE)
        break;
      if (mark.role != IHOP_ROLE_NONE)
        return mark;
    }
  return (IhopRoleMark){ .role = IHOP_ROLE_NONE };
}

IhopRoleMark
ihop_role_in (const IhopNode *root, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_node_path (root, statement);
  const IhopNode *block = path && path->len > 1 ? path->pdata[path->len - 2] : NULL;

  for (guint i = 0; block && block->kind == IHOP_BLOCK && i < block->n_children; i++)
    if (block->child[i] == statement)
      return ihop_role_before (block, i);
  return (IhopRoleMark){ .role = IHOP_ROLE_NONE };
}

char *
ihop_role_words (IhopRole role, guint axis)
{
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    if (roles[i].role == role)
      return roles[i].has_axis ? g_strdup_printf ("ihop %s %c", roles[i].word, "xyz"[axis])
                               : g_strdup_printf ("ihop %s", roles[i].word);
  return NULL;
}
