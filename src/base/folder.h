/* Folders of our own: work that is over, builds, jobs. */
#pragma once

/* Removes it with all that is below it; follows no link, so nothing outside of it goes. What cannot be removed stays. */
void ihop_folder_remove (const char *path);
