/* A job as those see it who ask for it. */
#pragma once
#include "web/options.h"
#include "web/web.h"

/* The job that the path's first part names. NULL: the answer is given. Caller frees. */
IhopJob *ihop_web_request_job (IhopWebRequest *request);
/* A job as the API shows it. Caller frees. */
char *ihop_web_job_json (IhopWeb *web, const IhopJob *job);
/* Options of a job that is there. Caller frees. */
IhopWebOptions *ihop_web_job_options (const IhopJob *job);
