/* The first page: open something, try the example, go on with what was open. */
#pragma once
#include "gui/window.h"

GtkWidget *ihop_welcome_new (IhopWindow *window);
