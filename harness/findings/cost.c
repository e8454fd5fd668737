/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/findings/cost.h"

void rcc_cost_of(const struct rcc_findings *f, double mean,
		 struct rcc_cost *cost)
{
	double link_ns = 0;
	double run_ns = 0;
	size_t n_links = 0;
	size_t n_linked = 0; /* cells whose layouts are links */

	for (size_t i = 0; i < f->stored.n_layouts; i++) {
		/* Copies of the original layout cost nothing. */
		link_ns += (double)f->stored.layout[i].link_ns;
		n_links += !f->stored.layout[i].is_original;
	}
	for (size_t i = 0; i < f->stored.n_runs; i++)
		run_ns += (double)f->stored.run[i].wall_ns;
	for (size_t i = 0; i < f->n_cells; i++)
		n_linked += !f->cell[i].is_original;
	cost->link = n_links != 0 ? link_ns / (double)n_links / 1e9 : 0;
	cost->run = f->stored.n_runs != 0
			    ? run_ns / (double)f->stored.n_runs / 1e9
			    : 0;
	/* Where the iterations tell their time; else they are taken to fill nine
	 * tenths of a run. */
	cost->iteration = 0.9 * cost->run / f->stored.study.n_iterations;
	if (f->asked.metric.unit == RCC_UNIT_SECONDS &&
	    f->stored.tuning.executions <= 1 && mean > 0 &&
	    mean * f->stored.study.n_iterations < cost->run)
		cost->iteration = mean;
	cost->start =
		cost->run - cost->iteration * f->stored.study.n_iterations;
	cost->layout =
		(double)n_linked * cost->link +
		(double)f->n_cells * f->stored.study.n_executions * cost->run;
}
