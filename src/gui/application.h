#pragma once
#include <gtk/gtk.h>

/* The application: one window for each start of the program. Reads the command line itself. */
GtkApplication *ihop_application_new (void);
