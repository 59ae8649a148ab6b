import { Counter, Gauge, type Registry } from 'prom-client';
import type { Jobs } from '../../storage/jobs/jobs.ts';

/** The functions of jobs that the metrics need. */
export type CountedJobs = Pick<Jobs, 'survey' | 'ended'>;

/** Adds the metrics of jobs. The gauges are of all processes and count up to 10,000; the counter is of this one. */
export function addJobMetrics(registry: Registry, jobs: CountedJobs): void {
  const registers = [registry];
  new Gauge({
    name: 'parley_jobs',
    help: 'Jobs by kind and state: ready, waiting, running or dead. Counted up to 10,000.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      const found = await jobs.survey();
      this.reset();
      for (const { kind, state, count } of found) this.set({ kind, state }, count);
    },
  });
  new Gauge({
    name: 'parley_jobs_oldest_seconds',
    help: 'Time since the oldest due job of each kind became due.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const found = await jobs.survey();
      this.reset();
      for (const { kind, state, age } of found) if (state === 'ready') this.set({ kind }, age / 1000);
    },
  });
  new Counter({
    name: 'parley_job_attempts_total',
    help: 'Attempts at jobs by kind and outcome: done, continued, failed, dead, gone or returned.',
    labelNames: ['kind', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [kind, counts] of jobs.ended()) {
        for (const [outcome, count] of Object.entries(counts)) this.inc({ kind, outcome }, count);
      }
    },
  });
}
