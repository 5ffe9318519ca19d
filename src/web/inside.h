/* What runs inside the sandbox: unpacks, calls ihop, packs what came out. */
#pragma once

/* argv: "inside" PROGRAM UNPACKED_KB FILES SECONDS; a job as frames on standard input (wire.h: "job.json",
 * "upload/…"), its results as frames on standard output. Gives the exit code. */
int ihop_web_inside (int argc, char **argv);
