import cluster from 'node:cluster';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SlotCounters } from '../../access/limits/concurrency.ts';
import { tokenDigest } from '../../access/secrets.ts';
import { AppError } from '../../errors.ts';
import type { ReplyCounts } from '../../replies/reply-counts.ts';
import type { StorageCounters } from '../../storage/database.ts';
import { sendVarying } from '../pages/varying.ts';
import { addConnectionMetrics } from './connection-metrics.ts';
import { addJobMetrics, type CountedJobs } from './job-metrics.ts';
import { addReplyMetrics } from './reply-metrics.ts';
import { addSlotMetrics } from './slot-metrics.ts';
import { addUnreadMetrics, type UnreadCounts } from './unread-metrics.ts';

/** Sources of the metrics besides requests and the process itself. */
interface MetricsParts {
  readonly token: string;
  readonly storage: () => StorageCounters;
  readonly jobs: CountedJobs;
  readonly unread: () => UnreadCounts;
  readonly slots: SlotCounters;
  readonly replies: ReplyCounts;
}

/** Adds `/metrics` in Prometheus' text format. It requires the metrics token as a bearer token. */
export function addMetrics(app: FastifyInstance, parts: MetricsParts): void {
  const registry = new Registry();
  // Each answer describes only the process that serves it.
  if (cluster.worker !== undefined) registry.setDefaultLabels({ worker: cluster.worker.id });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Duration of requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  addStorageMetrics(registry, parts.storage);
  addScanMetrics(registry, parts.storage);
  addJobMetrics(registry, parts.jobs);
  addUnreadMetrics(registry, parts.unread);
  addSlotMetrics(registry, parts.slots);
  addReplyMetrics(registry, parts.replies);
  addConnectionMetrics(registry, app);
  const expected = Buffer.from(tokenDigest(parts.token));
  app.get('/metrics', async (request, reply) => {
    const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(Buffer.from(tokenDigest(given)), expected)) {
      throw new AppError('missing_api_key', 'Send the metrics token as a bearer token.');
    }
    return sendVarying(request, reply.type(registry.contentType), await registry.metrics());
  });
}

/** Adds the metrics of scans, which are read at each scrape. */
function addScanMetrics(registry: Registry, storage: () => StorageCounters): void {
  const registers = [registry];
  new Gauge({
    name: 'parley_scans',
    help: 'Reads that may take long, by state: running or waiting.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = storage().scans;
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Counter({
    name: 'parley_scans_total',
    help: 'Reads that ran and may have taken long.',
    registers,
    collect() {
      this.reset();
      this.inc(storage().scans.finished);
    },
  });
  new Counter({
    name: 'parley_scan_timeouts_total',
    help: 'Reads that took longer than their time, including their wait.',
    registers,
    collect() {
      this.reset();
      this.inc(storage().scans.timeouts);
    },
  });
}

/** Adds the database's own counters, which are read at each scrape. */
function addStorageMetrics(registry: Registry, storage: () => StorageCounters): void {
  const registers = [registry];
  new Counter({
    name: 'parley_units_of_work_total',
    help: 'Units of work by outcome: done or failed.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { units, failedUnits } = storage();
      this.reset();
      this.inc({ outcome: 'done' }, units);
      this.inc({ outcome: 'failed' }, failedUnits);
    },
  });
  new Counter({
    name: 'parley_commits_total',
    help: 'Committed transactions; on the embedded database one commits many units of work.',
    registers,
    collect() {
      this.reset();
      this.inc(storage().commits);
    },
  });
}
