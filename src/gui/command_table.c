/* What the window can do: obstacles, handlers, and the table. */
#include "gui/commands.h"
#include "gui/cuda_commands.h"
#include "gui/dialogs.h"
#include "gui/include_folder.h"
#include "gui/menu.h"
#include "gui/opening.h"
#include "gui/pane.h"
#include "project/keep.h"
#include <string.h>

static IhopDocument *
doc (IhopWindow *window)
{
  return ihop_window_document (window);
}

/* ---- what stands in the way ---- */

static const char *
no_file (IhopWindow *window)
{
  return ihop_document_n_files (doc (window)) ? NULL : _ ("Nothing is open.");
}

static const char *
no_undo (IhopWindow *window)
{
  if (ihop_document_session (doc (window)) == NULL)
    return _ ("Nothing is open.");
  return ihop_document_can_undo (doc (window)) ? NULL : _ ("Nothing has been done yet.");
}

static const char *
no_redo (IhopWindow *window)
{
  if (ihop_document_session (doc (window)) == NULL)
    return _ ("Nothing is open.");
  return ihop_document_can_redo (doc (window)) ? NULL : _ ("Nothing has been undone.");
}

static const char *
no_steps (IhopWindow *window)
{
  const IhopSession *session = ihop_document_session (doc (window));

  return session && ihop_session_root (session)->children->len ? NULL : _ ("No step has been taken.");
}

static const IhopLoopView *
selected_loop (IhopWindow *window)
{
  const IhopSelection *selection = ihop_document_selection (doc (window));

  if (ihop_document_n_files (doc (window)) == 0)
    return NULL;
  return ihop_document_loop (doc (window), selection->file, selection->address);
}

static const char *
no_loop (IhopWindow *window)
{
  return selected_loop (window) ? NULL : _ ("No loop is selected.");
}

static const char *
not_parallel (IhopWindow *window)
{
  const IhopLoopView *loop = selected_loop (window);

  if (loop == NULL)
    return _ ("No loop is selected.");
  if (loop->verdict != IHOP_PARALLEL)
    return _ ("The loop is not proved to be parallel.");
  if (loop->mark)
    return _ ("The loop is marked for the GPU already.");
  return ihop_document_refusal (doc (window), loop->file, loop->address);
}

static const char *
marked (IhopWindow *window)
{
  const IhopLoopView *loop = selected_loop (window);

  if (loop == NULL)
    return _ ("No loop is selected.");
  return loop->mark ? _ ("The loop is marked for the GPU already.") : NULL;
}

static const char *
no_mark (IhopWindow *window)
{
  const IhopLoopView *loop = selected_loop (window);

  if (loop == NULL)
    return _ ("No loop is selected.");
  return loop->mark ? NULL : _ ("The loop is not marked for the GPU.");
}

static const char *
no_block (IhopWindow *window)
{
  const char *obstacle = no_mark (window);

  if (obstacle)
    return obstacle;
  return strstr (selected_loop (window)->mark, "serial") ? _ ("One thread runs the loop: it has no block.") : NULL;
}

static const char *
no_proposal (IhopWindow *window)
{
  const IhopProposal *proposal = ihop_document_proposal (doc (window));

  if (proposal == NULL)
    return _ ("No step is being looked at.");
  return proposal->after ? NULL : _ ("The step was refused.");
}

static const char *
nothing_shown (IhopWindow *window)
{
  return ihop_document_proposal (doc (window)) ? NULL : _ ("No step is being looked at.");
}

/* ---- files ---- */

static void
save (IhopWindow *window)
{
  if (!ihop_document_write_texts (doc (window)))
    return;
  if (ihop_document_project_path (doc (window)) == NULL)
    ihop_dialog_save_as (window);
  else
    ihop_document_tell (doc (window), FALSE, _ ("Saved in %s."), ihop_document_project_path (doc (window)));
}

static void
quit (IhopWindow *window)
{
  gtk_window_close (GTK_WINDOW (window));
}

static void
afresh (IhopWindow *window)
{
  ihop_document_start_afresh (doc (window));
}

/* ---- steps ---- */

static void
undo (IhopWindow *window)
{
  ihop_document_undo (doc (window));
}

static void
redo (IhopWindow *window)
{
  ihop_document_redo (doc (window));
}

static void
take (IhopWindow *window)
{
  ihop_document_accept (doc (window));
}

static void
dismiss (IhopWindow *window)
{
  ihop_document_dismiss (doc (window));
  ihop_window_focus_source (window);
}

static void
step (IhopWindow *window)
{
  ihop_window_show_pane (window, "steps");
  ihop_document_focus (doc (window), "steps");
}

/* ---- the device ---- */

static void
mark (IhopWindow *window, const char *words)
{
  const IhopLoopView *loop = selected_loop (window);
  g_autofree char *text = g_strdup_printf ("target %s%s", loop->address, words);

  ihop_document_try (doc (window), loop->file, text, TRUE);
}

static void
gpu_parallel (IhopWindow *window)
{
  mark (window, "");
}

static void
gpu_serial (IhopWindow *window)
{
  mark (window, " serial");
}

static void
gpu_off (IhopWindow *window)
{
  mark (window, " off");
}

static void
explain (IhopWindow *window)
{
  ihop_document_focus (doc (window), "explain");
}

static void
context_menu (IhopWindow *window)
{
  ihop_menu_open (GTK_WIDGET (window));
}

static void
block_size (IhopWindow *window)
{
  ihop_window_show_pane (window, "loop");
  ihop_document_focus (doc (window), "block");
}

static void
generate (IhopWindow *window)
{
  ihop_window_show_pane (window, "products");
  ihop_document_focus (doc (window), "generate");
}

static void
port (IhopWindow *window)
{
  ihop_window_show_pane (window, "port");
  ihop_document_focus (doc (window), "port");
}

static void
write_products (IhopWindow *window)
{
  ihop_document_focus (doc (window), "write");
}

static const char *
no_observing (IhopWindow *window)
{
  return ihop_document_is_observing (doc (window)) ? NULL : _ ("No run is being observed.");
}

static const char *
observing (IhopWindow *window)
{
  return ihop_document_is_observing (doc (window)) ? _ ("A run is being observed.") : no_file (window);
}

static void
stop_observing (IhopWindow *window)
{
  ihop_document_stop_observing (doc (window));
}

static void
add_include (IhopWindow *window)
{
  ihop_include_folder_choose (GTK_WIDGET (window), doc (window));
}

/* ---- selecting ---- */

static void
next_loop (IhopWindow *window)
{
  ihop_document_step_loop (doc (window), 1);
}

static void
previous_loop (IhopWindow *window)
{
  ihop_document_step_loop (doc (window), -1);
}

static void
grow (IhopWindow *window)
{
  ihop_document_grow (doc (window));
}

static void
shrink (IhopWindow *window)
{
  ihop_document_shrink (doc (window));
}

/* ---- variants ---- */

static const IhopState *
chosen_variant (IhopWindow *window)
{
  const IhopSession *session = ihop_document_session (doc (window));

  return session ? ihop_session_state (session, ihop_document_variant (doc (window))) : NULL;
}

static const char *
no_variant (IhopWindow *window)
{
  return chosen_variant (window) ? NULL : _ ("No variant is chosen in the tree.");
}

static const char *
not_there (IhopWindow *window)
{
  const IhopState *state = chosen_variant (window);

  if (state == NULL)
    return _ ("No variant is chosen in the tree.");
  if (state->snapshot == NULL)
    return _ ("Its step does not apply to the text as it is now.");
  return NULL;
}

static const char *
is_here (IhopWindow *window)
{
  const char *obstacle = not_there (window);

  if (obstacle)
    return obstacle;
  return chosen_variant (window) == ihop_session_current (ihop_document_session (doc (window)))
           ? _ ("This variant is the current one.")
           : NULL;
}

/* With the pinned variant, or, as long as none is, with the current one. */
static const char *
no_comparison (IhopWindow *window)
{
  const char *obstacle = not_there (window);
  guint pinned = ihop_document_pinned (doc (window));

  if (obstacle)
    return obstacle;
  if (pinned == 0)
    return is_here (window);
  return pinned == ihop_document_variant (doc (window)) ? _ ("This is the pinned variant: choose another one.")
                                                        : NULL;
}

static void
go_variant (IhopWindow *window)
{
  ihop_document_go (doc (window), ihop_document_variant (doc (window)));
}

static void
pin_variant (IhopWindow *window)
{
  guint variant = ihop_document_variant (doc (window));

  ihop_document_pin (doc (window), ihop_document_pinned (doc (window)) == variant ? 0 : variant);
}

static void
compare_variants (IhopWindow *window)
{
  ihop_document_focus (doc (window), "variants-compare");
}

static void
name_variant (IhopWindow *window)
{
  ihop_window_show_pane (window, "variants");
  ihop_document_focus (doc (window), "variants-name");
}

/* ---- view ---- */

/* Of the graph that is shown; of the dependences if there is none. */
static void
save_picture (IhopWindow *window)
{
  if (!ihop_window_shows_pane (window, "graph") && !ihop_window_shows_pane (window, "iterations")
      && !ihop_window_shows_pane (window, "gpu"))
    ihop_window_show_pane (window, "graph");
  ihop_document_focus (doc (window), "picture");
}

static void
dark (IhopWindow *window)
{
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", !ihop_text_is_dark (),
                NULL);
}

static void
larger (IhopWindow *window)
{
  ihop_window_scale_text (window, 1);
}

static void
smaller (IhopWindow *window)
{
  ihop_window_scale_text (window, -1);
}

const IhopCommand ihop_commands[] = {
  { "open", N_ ("Open files or a project…"), "<Control>o", IHOP_GROUP_FILE, ihop_dialog_open },
  { "open-folder", N_ ("Open a folder…"), "<Control><Shift>o", IHOP_GROUP_FILE, ihop_dialog_open_folder },
  { "open-example", N_ ("Open the example"), "<Control><Shift>x", IHOP_GROUP_FILE, ihop_opening_example },
  { "save", N_ ("Save"), "<Control>s", IHOP_GROUP_FILE, save, no_file },
  { "save-as", N_ ("Save as a project…"), "<Control><Shift>s", IHOP_GROUP_FILE, ihop_dialog_save_as,
    no_file },
  { "flags", N_ ("Compiler flags and assertions…"), "<Control>comma", IHOP_GROUP_FILE,
    ihop_dialog_settings, no_file },
  { "add-include", N_ ("Add a folder with headers…"), "<Control><Alt>i", IHOP_GROUP_FILE, add_include, no_file },
  { "start-afresh", N_ ("Start afresh: forget all steps"), "<Control><Shift>n", IHOP_GROUP_FILE, afresh,
    no_steps },
  { "quit", N_ ("Quit"), "<Control>q", IHOP_GROUP_FILE, quit },
  { "undo", N_ ("Undo: what was typed, or a step"), "<Control>z", IHOP_GROUP_STEP, undo, no_undo, IHOP_MENU_VARIANT },
  { "redo", N_ ("Redo"), "<Control><Shift>z|<Control>y", IHOP_GROUP_STEP, redo, no_redo, IHOP_MENU_VARIANT },
  { "explain", N_ ("What is known of the loop, and what helps"), "<Alt>Return", IHOP_GROUP_STEP, explain,
    no_loop, IHOP_MENU_LOOP },
  { "step", N_ ("Transform the selected loop…"), "<Control>t", IHOP_GROUP_STEP, step, no_loop,
    IHOP_MENU_LOOP },
  { "take-step", N_ ("Take the step that is shown"), "<Control>Return", IHOP_GROUP_STEP, take,
    no_proposal },
  { "dismiss", N_ ("Dismiss the step that is shown"), "<Control>BackSpace", IHOP_GROUP_STEP, dismiss,
    nothing_shown },
  { "go-variant", N_ ("Go to the chosen variant"), "<Control><Alt>v", IHOP_GROUP_STEP, go_variant, is_here,
    IHOP_MENU_VARIANT },
  { "pin-variant", N_ ("Pin the chosen variant to compare others with it"), "<Control><Alt>p",
    IHOP_GROUP_STEP, pin_variant, not_there, IHOP_MENU_VARIANT },
  { "compare-variants", N_ ("Compare the chosen variant with the pinned one or the current one"),
    "<Control><Alt>c", IHOP_GROUP_STEP, compare_variants, no_comparison, IHOP_MENU_VARIANT },
  { "name-variant", N_ ("Name the chosen variant"), "<Control><Alt>n", IHOP_GROUP_STEP, name_variant,
    no_variant, IHOP_MENU_VARIANT },
  { "port", N_ ("Port this program: look for steps that bring it to the GPU"), "F4", IHOP_GROUP_DEVICE, port, no_file },
  { "gpu-parallel", N_ ("Put on GPU"), "<Control>g", IHOP_GROUP_DEVICE, gpu_parallel,
    not_parallel, IHOP_MENU_LOOP },
  { "gpu-serial", N_ ("Run on the GPU in one thread"), "<Control><Shift>g", IHOP_GROUP_DEVICE,
    gpu_serial, marked, IHOP_MENU_LOOP },
  { "gpu-off", N_ ("Take off the GPU"), "<Control><Alt>g", IHOP_GROUP_DEVICE, gpu_off, no_mark,
    IHOP_MENU_LOOP },
  { "block-size", N_ ("Change the block size…"), "<Control>b", IHOP_GROUP_DEVICE, block_size, no_block,
    IHOP_MENU_LOOP },
  { "generate", N_ ("Generate CUDA and the fallback"), "F5", IHOP_GROUP_DEVICE, generate, no_file },
  { "write-products", N_ ("Write what was generated to “out” beside the file"), "<Control>e",
    IHOP_GROUP_DEVICE, write_products, no_file },
  { "observe", N_ ("Observe a run: what iterations really do…"), "F6", IHOP_GROUP_DEVICE, ihop_dialog_observe, observing },
  { "stop-observing", N_ ("Stop the run that is observed"), "<Control>F6", IHOP_GROUP_DEVICE, stop_observing, no_observing },
  { "read-profile", N_ ("Read what “ihop observe” has written…"), "<Shift>F6", IHOP_GROUP_DEVICE, ihop_dialog_read_profile,
    no_file },
  { "prove-cuda", N_ ("Prove the kernels of the CUDA source"), "F7", IHOP_GROUP_DEVICE, ihop_cuda_command_prove, ihop_cuda_command_obstacle },
  { "check-cuda", N_ ("Run the CUDA source here, and check what it does"), "F8", IHOP_GROUP_DEVICE, ihop_cuda_command_check, ihop_cuda_command_obstacle },
  { "count-cuda", N_ ("Run the CUDA source here, and count what it asks of a card"), "<Shift>F8", IHOP_GROUP_DEVICE, ihop_cuda_command_count, ihop_cuda_command_obstacle },
  { "stop-cuda", N_ ("Stop the work on the CUDA source"), "<Control>F8", IHOP_GROUP_DEVICE, ihop_cuda_command_stop, ihop_cuda_command_not_at_work },
  { "next-loop", N_ ("Select the next loop"), "<Alt>Down", IHOP_GROUP_SELECT, next_loop, no_file },
  { "previous-loop", N_ ("Select the loop before"), "<Alt>Up", IHOP_GROUP_SELECT, previous_loop,
    no_file },
  { "grow", N_ ("Select the loop around"), "<Alt>Left", IHOP_GROUP_SELECT, grow, no_loop, IHOP_MENU_LOOP },
  { "shrink", N_ ("Select the loop inside"), "<Alt>Right", IHOP_GROUP_SELECT, shrink, no_file,
    IHOP_MENU_LOOP },
  { "context-menu", N_ ("What can be done here…"), "<Shift>F10|Menu", IHOP_GROUP_SELECT, context_menu,
    no_file },
  { "focus-explorer", N_ ("Go to the explorer"), "<Alt>0", IHOP_GROUP_VIEW, ihop_window_focus_explorer,
    no_file },
  { "focus-source", N_ ("Go to the source"), "<Alt>9", IHOP_GROUP_VIEW, ihop_window_focus_source,
    no_file },
  { "save-picture", N_ ("Save the graph as a picture…"), "<Control><Shift>e", IHOP_GROUP_VIEW, save_picture,
    no_file, IHOP_MENU_PICTURE },
  { "maximize-pane", N_ ("Give this pane the whole window, or give it back"), "F11", IHOP_GROUP_VIEW,
    ihop_window_toggle_whole, no_file },
  { "dark", N_ ("Dark or light"), "<Control><Shift>d", IHOP_GROUP_VIEW, dark },
  { "larger", N_ ("Larger text"), "<Control>plus|<Control>equal", IHOP_GROUP_VIEW, larger },
  { "smaller", N_ ("Smaller text"), "<Control>minus", IHOP_GROUP_VIEW, smaller },
  { "palette", N_ ("All commands…"), "<Control><Shift>p", IHOP_GROUP_HELP, ihop_dialog_palette },
  { "shortcuts", N_ ("Keyboard shortcuts"), "<Control>question|F1", IHOP_GROUP_HELP,
    ihop_dialog_shortcuts },
  { "about", N_ ("About ihop"), "<Shift>F1", IHOP_GROUP_HELP, ihop_dialog_about },
  { NULL }
};
