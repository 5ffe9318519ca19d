/* A launch that is checked, from its beginning to its end. */
#pragma once
#include "simt/check/team.h"
#include "simt/lower/lowered.h"

typedef struct
{
  const char *kernel;
  guint grid[3], block[3];
  guint dynamic_shared;
  const guint8 *params;
} IhopCheckedLaunch;

IhopCheckLaunch *ihop_check_launch_new (const IhopCheckedLaunch *how, const IhopLowerResult *sizes);
void ihop_check_launch_free (IhopCheckLaunch *launch);
