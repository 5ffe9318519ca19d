/* Every command of the window: one row each, from which actions, shortcuts, menus' sensitivity, the
 * shortcuts window, the command palette and the tests are fed. */
#pragma once
#include "gui/window.h"

typedef enum
{
  IHOP_GROUP_FILE, IHOP_GROUP_SELECT, IHOP_GROUP_STEP, IHOP_GROUP_DEVICE, IHOP_GROUP_VIEW, IHOP_GROUP_HELP,
  IHOP_N_GROUPS
} IhopCommandGroup;

/* The context menus (menu.h) that a command may stand in. */
typedef enum
{
  IHOP_MENU_LOOP = 1 << 0,    /* what is selected: loops, functions, lines; then steps, too */
  IHOP_MENU_VARIANT = 1 << 1, /* the chosen variant */
  IHOP_MENU_PICTURE = 1 << 2  /* a graph */
} IhopMenuKind;

typedef struct
{
  const char *name;        /* "undo": action win.undo */
  const char *label;       /* N_("Undo the last step") */
  const char *key;         /* "<Control>z", or NULL; several apart by "|" */
  IhopCommandGroup group;
  void (*run) (IhopWindow *window);
  /* Gives NULL: it can be done now; else why not, translated. May be absent: always. */
  const char *(*obstacle) (IhopWindow *window);
  guint menus;             /* IhopMenuKind: the context menus that it stands in */
} IhopCommand;

extern const IhopCommand ihop_commands[]; /* ends with a NULL name */
/* "Ctrl+Z": the first of a command's keys, for people; "" if there is none. Caller frees. */
char *ihop_command_keys (const char *keys);
const char *ihop_command_group_title (IhopCommandGroup group); /* translated */
/* Adds all actions, and those that show panes; sets the shortcuts. */
void ihop_commands_install (IhopWindow *window);
/* After something has changed: enables and disables. */
void ihop_commands_update (IhopWindow *window);
/* NULL: the command can be run now; else why not. */
const char *ihop_command_obstacle (const IhopCommand *command, IhopWindow *window);
