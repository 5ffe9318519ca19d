#include "gui/item.h"
#include "gui/text.h"
#include "project/localize.h"
#include <string.h>

G_DEFINE_TYPE (IhopItem, ihop_item, G_TYPE_OBJECT)

static guint touched;

static void
ihop_item_init (IhopItem *item)
{
}

static void
ihop_item_finalize (GObject *object)
{
  IhopItem *item = IHOP_ITEM (object);

  g_free (item->label);
  g_free (item->name);
  g_free (item->finding);
  g_free (item->function);
  g_free (item->mark);
  g_clear_object (&item->children);
  G_OBJECT_CLASS (ihop_item_parent_class)->finalize (object);
}

static void
ihop_item_class_init (IhopItemClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ihop_item_finalize;
  touched = g_signal_new ("touched", IHOP_TYPE_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                          G_TYPE_NONE, 0);
}

static IhopItem *
item_new (IhopItemKind kind, guint file, guint line, char *label, const char *name)
{
  IhopItem *item = g_object_new (IHOP_TYPE_ITEM, NULL);

  item->kind = kind;
  item->file = file;
  item->line = line;
  item->label = label;
  item->name = g_strdup (name);
  if (kind == IHOP_ITEM_FILE || kind == IHOP_ITEM_FUNCTION)
    item->children = g_list_store_new (IHOP_TYPE_ITEM);
  return item;
}

IhopItem *
ihop_item_new_file (guint file, const char *path)
{
  return item_new (IHOP_ITEM_FILE, file, 0, g_path_get_basename (path), path);
}

IhopItem *
ihop_item_new_function (const IhopFunctionView *function)
{
  return item_new (IHOP_ITEM_FUNCTION, function->file, function->line, g_strdup (function->name),
                   function->name);
}

static const char *
last_word (const char *address)
{
  const char *last = strrchr (address, '/');

  return last ? last + 1 : address;
}

IhopItem *
ihop_item_new_loop (const IhopLoopView *loop)
{
  IhopItem *item = item_new (IHOP_ITEM_LOOP, loop->file, loop->line, g_strdup (last_word (loop->address)), loop->address);

  item->finding = g_strdup (loop->finding);
  item->function = g_strdup (loop->function);
  item->mark = g_strdup (loop->mark);
  item->verdict = loop->verdict;
  item->depth = loop->depth;
  item->is_known = TRUE;
  return item;
}

static gboolean
exchange (char **text, const char *now)
{
  if (g_strcmp0 (*text, now) == 0)
    return FALSE;
  g_free (*text);
  *text = g_strdup (now);
  return TRUE;
}

void
ihop_item_renew (IhopItem *item, const IhopLoopView *loop)
{
  gboolean is_other = item->line != loop->line || item->verdict != loop->verdict;

  item->line = loop->line;
  item->verdict = loop->verdict;
  is_other |= exchange (&item->label, last_word (loop->address));
  is_other |= exchange (&item->name, loop->address);
  is_other |= exchange (&item->finding, loop->finding);
  is_other |= exchange (&item->mark, loop->mark);
  if (is_other)
    ihop_item_touch (item);
}

IhopItem *
ihop_item_new_message (const IhopDiag *diag, guint file)
{
  g_autofree char *name = g_path_get_basename (diag->path ? diag->path : "");
  IhopItem *item = item_new (IHOP_ITEM_MESSAGE, file, diag->line, g_strdup (name), name);

  item->finding = ihop_message_localize (diag->message);
  item->is_missing_header = g_str_equal (diag->id, "IHOP-F008");
  item->verdict = diag->severity >= IHOP_REFUSED ? IHOP_SEQUENTIAL : IHOP_UNKNOWN;
  return item;
}

void
ihop_item_count (IhopItem *item, IhopVerdict verdict)
{
  item->count[verdict]++;
  item->is_known = TRUE;
}

void
ihop_item_touch (IhopItem *item)
{
  g_signal_emit (item, touched, 0);
}
