#include "gui/commands.h"
#include "gui/pane.h"
#include <string.h>

/* ---- what stands in the way ---- */

static const char *
no_file (IhopWindow *window)
{
  return ihop_document_n_files (ihop_window_document (window)) ? NULL : _ ("Nothing is open.");
}

static const char *
no_undo (IhopWindow *window)
{
  const IhopSession *session = ihop_document_session (ihop_window_document (window));

  if (session == NULL)
    return _ ("Nothing is open.");
  return ihop_session_current (session)->parent ? NULL : _ ("No step has been taken.");
}

static const char *
no_redo (IhopWindow *window)
{
  const IhopSession *session = ihop_document_session (ihop_window_document (window));

  if (session == NULL)
    return _ ("Nothing is open.");
  return ihop_session_current (session)->latest ? NULL : _ ("Nothing has been undone.");
}

static const char *
no_loop (IhopWindow *window)
{
  return ihop_document_selection (ihop_window_document (window))->address
           ? NULL
           : _ ("No loop is selected.");
}

static const char *
no_proposal (IhopWindow *window)
{
  const IhopProposal *proposal = ihop_document_proposal (ihop_window_document (window));

  if (proposal == NULL)
    return _ ("No step is being looked at.");
  return proposal->after ? NULL : _ ("The step was refused.");
}

/* ---- what they do ---- */

static void
undo (IhopWindow *window)
{
  ihop_document_undo (ihop_window_document (window));
}

static void
redo (IhopWindow *window)
{
  ihop_document_redo (ihop_window_document (window));
}

static void
take (IhopWindow *window)
{
  ihop_document_accept (ihop_window_document (window));
}

static void
next_loop (IhopWindow *window)
{
  ihop_document_step_loop (ihop_window_document (window), 1);
}

static void
previous_loop (IhopWindow *window)
{
  ihop_document_step_loop (ihop_window_document (window), -1);
}

static void
grow (IhopWindow *window)
{
  ihop_document_grow (ihop_window_document (window));
}

static void
shrink (IhopWindow *window)
{
  ihop_document_shrink (ihop_window_document (window));
}

const IhopCommand ihop_commands[] = {
  { "undo", N_ ("Undo the last step"), "<Control>z", IHOP_GROUP_EDIT, undo, no_undo },
  { "redo", N_ ("Redo"), "<Control><Shift>z|<Control>y", IHOP_GROUP_EDIT, redo, no_redo },
  { "next-loop", N_ ("Select the next loop"), "<Alt>Down", IHOP_GROUP_SELECT, next_loop, no_file },
  { "previous-loop", N_ ("Select the loop before"), "<Alt>Up", IHOP_GROUP_SELECT, previous_loop,
    no_file },
  { "grow", N_ ("Select the loop around"), "<Alt>Left", IHOP_GROUP_SELECT, grow, no_loop },
  { "shrink", N_ ("Select the loop inside"), "<Alt>Right", IHOP_GROUP_SELECT, shrink, no_file },
  { "take-step", N_ ("Take the step that is shown"), "<Control>Return", IHOP_GROUP_STEP, take,
    no_proposal },
  { NULL }
};

const char *
ihop_command_group_title (IhopCommandGroup group)
{
  static const char *const titles[] = { N_ ("Files"), N_ ("Editing"), N_ ("Selecting"),
                                        N_ ("Steps"), N_ ("View"),    N_ ("Help") };

  return _ (titles[group]);
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
