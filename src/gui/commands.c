#include "gui/commands.h"
#include "gui/pane.h"
#include <string.h>

const char *
ihop_command_group_title (IhopCommandGroup group)
{
  static const char *const titles[] = { N_ ("Files"), N_ ("Selecting"), N_ ("Steps"),
                                        N_ ("GPU"),   N_ ("View"),      N_ ("Help") };

  return _ (titles[group]);
}

char *
ihop_command_keys (const char *keys)
{
  g_autofree char *first = g_strndup (keys ? keys : "", keys ? strcspn (keys, "|") : 0);
  guint key;
  GdkModifierType modifiers;

  if (*first == '\0' || !gtk_accelerator_parse (first, &key, &modifiers))
    return g_strdup ("");
  return gtk_accelerator_get_label (key, modifiers);
}

/* ---- as actions ---- */

const char *
ihop_command_obstacle (const IhopCommand *command, IhopWindow *window)
{
  return command->obstacle ? command->obstacle (window) : NULL;
}

static void
activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *name = g_action_get_name (G_ACTION (action));

  for (const IhopCommand *command = ihop_commands; command->name; command++)
    if (g_str_equal (command->name, name) && ihop_command_obstacle (command, data) == NULL)
      command->run (data);
}

static void
show_pane (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ihop_window_show_pane (data, g_action_get_name (G_ACTION (action)) + strlen ("show-"));
}

static void
set_keys (IhopWindow *window, const char *action, const char *keys)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  g_autofree char *full = g_strconcat ("win.", action, NULL);
  g_auto (GStrv) each = g_strsplit (keys ? keys : "", "|", -1);

  if (application && keys)
    gtk_application_set_accels_for_action (application, full, (const char *const *) each);
}

static void
add (IhopWindow *window, const char *name, const char *keys, GCallback callback)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new (name, NULL);

  g_signal_connect_object (action, "activate", callback, window, 0);
  g_action_map_add_action (G_ACTION_MAP (window), G_ACTION (action));
  set_keys (window, name, keys);
}

void
ihop_commands_install (IhopWindow *window)
{
  for (const IhopCommand *command = ihop_commands; command->name; command++)
    add (window, command->name, command->key, G_CALLBACK (activated));
  for (guint i = 0; ihop_panes[i]; i++)
    {
      g_autofree char *name = g_strconcat ("show-", ihop_panes[i]->name, NULL);
      add (window, name, ihop_panes[i]->key, G_CALLBACK (show_pane));
    }
}

void
ihop_commands_update (IhopWindow *window)
{
  for (const IhopCommand *command = ihop_commands; command->name; command++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (window), command->name);
      g_simple_action_set_enabled (G_SIMPLE_ACTION (action),
                                   ihop_command_obstacle (command, window) == NULL);
    }
}
