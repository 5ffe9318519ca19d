/* Why a loop has its verdict: conditions, iterations that collide, what could not be excluded, what is not known and what
 * would help. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

GtkWidget *ihop_loop_why_new (IhopDocument *document, const IhopLoopView *loop);
