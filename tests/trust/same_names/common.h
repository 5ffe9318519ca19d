#pragma once
double second (double *p, int n);
