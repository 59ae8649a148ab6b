import { Counter, Gauge, type Registry } from 'prom-client';
import { refusalReasons, type SlotCounters } from '../../access/limits/concurrency.ts';
import { slotKinds } from '../../access/limits/concurrency-settings.ts';

/** Adds the metrics of replies, streams and exports in this process. */
export function addSlotMetrics(registry: Registry, slots: SlotCounters): void {
  const registers = [registry];
  new Gauge({
    name: 'parley_slots_in_use',
    help: 'Number of replies, streams and exports under way in this process, by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const kind of slotKinds) this.set({ kind }, slots.open(kind));
    },
  });
  new Counter({
    name: 'parley_slots_refused_total',
    help: 'Number of refusals of this process by kind and reason: plan, share (of a busy process) or full.',
    labelNames: ['kind', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const kind of slotKinds) {
        for (const reason of refusalReasons) this.inc({ kind, reason }, slots.refused(kind, reason));
      }
    },
  });
}
