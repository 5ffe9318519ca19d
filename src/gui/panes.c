/* The list of panes: one row each. */
#include "gui/pane.h"

extern const IhopPane ihop_pane_issues;

const IhopPane *const ihop_panes[] = {
  &ihop_pane_issues,
  NULL
};
