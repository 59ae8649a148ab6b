import { Counter, Gauge, type Registry } from 'prom-client';
import { refusalReasons, type SlotCounters } from '../../access/limits/concurrency.ts';
import { slotKinds } from '../../access/limits/concurrency-settings.ts';

/** Adds the metrics of replies, streams and exports in this process. */
export function addSlotMetrics(registry: Registry, slots: SlotCounters): void {
  const registers = [registry];
  new Gauge({
    name: 'parley_slots_in_use',
    help: 'What is under way in this process by kind: replies, streams or exports.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const kind of slotKinds) this.set({ kind }, slots.open(kind));
    },
  });
  new Counter({
    name: 'parley_slots_refused_total',
    help: 'What this process refused by kind and reason: plan, share (of a busy process) or full.',
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
