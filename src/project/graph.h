/* Pictures of a program (graph/diagram.h), chosen by name. */
#pragma once
#include "graph/diagram.h"
#include "project/project.h"

typedef struct
{
  IhopDiagramKind kind;
  const char *function;    /* NULL: every function; for ITERATIONS the deepest nest of the files */
  const char *loop;        /* DEPS, ITERATIONS: an address (doc/command-line.md); NULL: by function */
  guint size;              /* ITERATIONS: iterations of each loop; 0: as many as can be seen */
  const IhopCollision *witness; /* ITERATIONS: to be shown with its two iterations; or NULL */
  const IhopPlan *plan;    /* FLOW: kernels and copies to be drawn; or NULL */
} IhopDiagramOptions;

/* Not laid out (iterations are). NULL: there is no such function or loop, error says so. The caller
 * frees it; it keeps nothing of the project. */
IhopDiagram *ihop_project_diagram (IhopProject *project, const IhopDiagramOptions *options,
                                   GError **error);
