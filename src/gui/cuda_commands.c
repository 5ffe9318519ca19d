#include "gui/cuda_commands.h"
#include "gui/text.h"

const char *
ihop_cuda_command_obstacle (IhopWindow *window)
{
  if (ihop_document_is_cuda_work (ihop_window_document (window)))
    return _ ("A CUDA source is being worked on.");
  return ihop_document_cuda (ihop_window_document (window)) ? NULL : _ ("There is no CUDA source: open a .cu file, or generate one.");
}

const char *
ihop_cuda_command_not_at_work (IhopWindow *window)
{
  return ihop_document_is_cuda_work (ihop_window_document (window)) ? NULL : _ ("No CUDA source is being worked on.");
}

static void
cuda (IhopWindow *window, const char *what)
{
  ihop_window_show_pane (window, "cuda");
  ihop_document_focus (ihop_window_document (window), what);
}

void
ihop_cuda_command_prove (IhopWindow *window)
{
  cuda (window, "cuda-prove");
}

void
ihop_cuda_command_check (IhopWindow *window)
{
  cuda (window, "cuda-check");
}

void
ihop_cuda_command_count (IhopWindow *window)
{
  cuda (window, "cuda-count");
}

void
ihop_cuda_command_stop (IhopWindow *window)
{
  ihop_document_focus (ihop_window_document (window), "cuda-cancel");
}
