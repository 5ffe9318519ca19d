/* Windows above the window: only where a file has to be named, or everything is to be looked through. */
#pragma once
#include "gui/window.h"

void ihop_dialog_open (IhopWindow *window);
void ihop_dialog_open_folder (IhopWindow *window);
void ihop_dialog_save_as (IhopWindow *window);
/* Compiler flags, compile_commands.json, the device, what the owner vouches for. */
void ihop_dialog_settings (IhopWindow *window);
/* Observing a run, or reading what one has shown. */
void ihop_dialog_observe (IhopWindow *window);
void ihop_dialog_read_profile (IhopWindow *window);
/* All commands, to be searched: Ctrl+Shift+P. */
void ihop_dialog_palette (IhopWindow *window);
void ihop_dialog_shortcuts (IhopWindow *window);
void ihop_dialog_about (IhopWindow *window);
