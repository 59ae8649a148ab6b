import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds the metrics of connections and of bodies that are arriving, which are read at each scrape. */
export function addConnectionMetrics(
  registry: Registry,
  { connections, arriving }: Pick<FastifyInstance, 'connections' | 'arriving'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'parley_connections',
    help: 'Open connections of clients.',
    registers,
    collect() {
      this.set(connections.open.size);
    },
  });
  new Counter({
    name: 'parley_connections_refused_total',
    help: 'Connections that were refused, by limit: address or total.',
    labelNames: ['limit'],
    registers,
    collect() {
      this.reset();
      this.inc({ limit: 'address' }, connections.counts.address);
      this.inc({ limit: 'total' }, connections.counts.total);
    },
  });
  new Counter({
    name: 'parley_connections_gave_way_total',
    help: 'Idle connections that were closed for new ones.',
    registers,
    collect() {
      this.reset();
      this.inc(connections.counts.gaveWay);
    },
  });
  new Gauge({
    name: 'parley_arriving_bytes',
    help: 'Room that is taken by the bodies that are arriving.',
    registers,
    collect() {
      this.set(arriving.counts.bytes);
    },
  });
  new Counter({
    name: 'parley_bodies_refused_total',
    help: 'Bodies that were refused unread, because too many were arriving.',
    registers,
    collect() {
      this.reset();
      this.inc(arriving.counts.refused);
    },
  });
}
