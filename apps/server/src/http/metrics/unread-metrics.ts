import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts of this process for replies that clients don't read. */
export interface UnreadCounts {
  /** Bytes that wait now. */
  readonly bytes: number;
  /** Requests refused because too much waited. */
  readonly refused: number;
  /** Connections closed because nothing was read. */
  readonly closed: number;
}

/** Adds the metrics of replies that clients don't read, of this process. */
export function addUnreadMetrics(registry: Registry, counts: () => UnreadCounts): void {
  const registers = [registry];
  new Gauge({
    name: 'parley_unread_bytes',
    help: 'Bytes of replies that wait for their clients to read.',
    registers,
    collect() {
      this.set(counts().bytes);
    },
  });
  new Counter({
    name: 'parley_unread_refusals_total',
    help: 'Requests refused because their account or connection left too much unread.',
    registers,
    collect() {
      this.reset();
      this.inc(counts().refused);
    },
  });
  new Counter({
    name: 'parley_unread_connections_closed_total',
    help: 'Connections closed because their clients stopped reading.',
    registers,
    collect() {
      this.reset();
      this.inc(counts().closed);
    },
  });
}
