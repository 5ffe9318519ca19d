#include "project/inputs.h"

char **
ihop_project_database_flags (const IhopProject *project, const char *path)
{
  IhopFrontendOptions options = ihop_project_frontend_options (project);

  options.flags = NULL;
  return ihop_frontend_flags (path, &options);
}

char **
ihop_project_inputs (const IhopProject *project, const char *path)
{
  const IhopFrontendOptions options = ihop_project_frontend_options (project);

  return ihop_frontend_inputs (path, &options);
}
