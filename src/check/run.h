/* A program that was built is run. */
#pragma once
#include "check/program.h"

/* Runs it in a fresh folder; the build must have no failure. */
void ihop_program_run (IhopBuilder *builder, IhopProgram *build, const char *run_name);
