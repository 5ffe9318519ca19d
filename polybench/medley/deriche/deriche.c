/*
 * deriche: a recursive edge filter over an image, down and up along both axes.
 *
 * As published, the element type is float.
 */
#ifndef DATA_TYPE
#define DATA_TYPE float
#endif
#include "bench.h"

#ifndef W
#define W BENCH_SIZE(64, 192, 720, 4096, 7680)
#endif
#ifndef H
#define H BENCH_SIZE(64, 128, 480, 2160, 4320)
#endif

#define LOOP_W BENCH_BOUND(w, W)
#define LOOP_H BENCH_BOUND(h, H)

static void kernel_deriche(int w, int h, DATA_TYPE alpha, DATA_TYPE imgIn[W][H],
                           DATA_TYPE imgOut[W][H], DATA_TYPE y1[W][H], DATA_TYPE y2[W][H])
{
    int i, j;
    DATA_TYPE xm1, tm1, ym1, ym2;
    DATA_TYPE xp1, xp2, tp1, tp2, yp1, yp2;
    DATA_TYPE k, a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, c1, c2;

#pragma scop
    k = (BENCH_VAL(1.0) - BENCH_EXP(-alpha)) * (BENCH_VAL(1.0) - BENCH_EXP(-alpha))
        / (BENCH_VAL(1.0) + BENCH_VAL(2.0) * alpha * BENCH_EXP(-alpha)
           - BENCH_EXP(BENCH_VAL(2.0) * alpha));
    a1 = a5 = k;
    a2 = a6 = k * BENCH_EXP(-alpha) * (alpha - BENCH_VAL(1.0));
    a3 = a7 = k * BENCH_EXP(-alpha) * (alpha + BENCH_VAL(1.0));
    a4 = a8 = -k * BENCH_EXP(BENCH_VAL(-2.0) * alpha);
    b1 = BENCH_POW(BENCH_VAL(2.0), -alpha);
    b2 = -BENCH_EXP(BENCH_VAL(-2.0) * alpha);
    c1 = c2 = 1;

    #pragma target
    for (i = 0; i < LOOP_W; i++) {
        ym1 = 0;
        ym2 = 0;
        xm1 = 0;
        for (j = 0; j < LOOP_H; j++) {
            y1[i][j] = a1 * imgIn[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
            xm1 = imgIn[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }

    #pragma target
    for (i = 0; i < LOOP_W; i++) {
        yp1 = 0;
        yp2 = 0;
        xp1 = 0;
        xp2 = 0;
        for (j = LOOP_H - 1; j >= 0; j--) {
            y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
            xp2 = xp1;
            xp1 = imgIn[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }

    #pragma target
    for (i = 0; i < LOOP_W; i++)
        for (j = 0; j < LOOP_H; j++)
            imgOut[i][j] = c1 * (y1[i][j] + y2[i][j]);

    #pragma target
    for (j = 0; j < LOOP_H; j++) {
        tm1 = 0;
        ym1 = 0;
        ym2 = 0;
        for (i = 0; i < LOOP_W; i++) {
            y1[i][j] = a5 * imgOut[i][j] + a6 * tm1 + b1 * ym1 + b2 * ym2;
            tm1 = imgOut[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }

    #pragma target
    for (j = 0; j < LOOP_H; j++) {
        tp1 = 0;
        tp2 = 0;
        yp1 = 0;
        yp2 = 0;
        for (i = LOOP_W - 1; i >= 0; i--) {
            y2[i][j] = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2;
            tp2 = tp1;
            tp1 = imgOut[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }

    #pragma target
    for (i = 0; i < LOOP_W; i++)
        for (j = 0; j < LOOP_H; j++)
            imgOut[i][j] = c2 * (y1[i][j] + y2[i][j]);
#pragma endscop
}

int main(int argc, char **argv)
{
    DATA_TYPE (*imgIn)[H] = (DATA_TYPE (*)[H])malloc(sizeof(DATA_TYPE[W][H]));
    DATA_TYPE (*imgOut)[H] = (DATA_TYPE (*)[H])malloc(sizeof(DATA_TYPE[W][H]));
    DATA_TYPE (*y1)[H] = (DATA_TYPE (*)[H])malloc(sizeof(DATA_TYPE[W][H]));
    DATA_TYPE (*y2)[H] = (DATA_TYPE (*)[H])malloc(sizeof(DATA_TYPE[W][H]));

    if (imgIn == NULL || imgOut == NULL || y1 == NULL || y2 == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    bench_fill(imgIn, sizeof(DATA_TYPE[W][H]), 0, 1);
    bench_fill(imgOut, sizeof(DATA_TYPE[W][H]), 0, 1);
    bench_fill(y1, sizeof(DATA_TYPE[W][H]), 0, 1);
    bench_fill(y2, sizeof(DATA_TYPE[W][H]), 0, 1);

    bench_start();
    kernel_deriche(W, H, BENCH_VAL(0.25), imgIn, imgOut, y1, y2);
    bench_stop();

    bench_dump("imgOut", imgOut, sizeof(DATA_TYPE[W][H]));
    free(y2);
    free(y1);
    free(imgOut);
    free(imgIn);
    return 0;
}
