/* The list of panes: one row each. */
#include "gui/pane.h"

extern const IhopPane ihop_pane_issues, ihop_pane_preview, ihop_pane_products, ihop_pane_variants,
  ihop_pane_script, ihop_pane_loop, ihop_pane_steps;
extern const IhopPane ihop_pane_graph, ihop_pane_iterations, ihop_pane_gpu, ihop_pane_run, ihop_pane_port, ihop_pane_cuda;

const IhopPane *const ihop_panes[] = {
  &ihop_pane_issues,
  &ihop_pane_port,
  &ihop_pane_preview,
  &ihop_pane_products,
  &ihop_pane_variants,
  &ihop_pane_script,
  &ihop_pane_loop,
  &ihop_pane_steps,
  &ihop_pane_graph,
  &ihop_pane_iterations,
  &ihop_pane_gpu,
  &ihop_pane_run,
  &ihop_pane_cuda,
  NULL
};
