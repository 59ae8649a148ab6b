import { Counter, type Registry } from 'prom-client';
import type { ReplyCount, ReplyCounts } from '../../replies/reply-counts.ts';

/** Adds the metrics of replies whose turns ended in this process. The counters by workspace stay empty unless a setting asks for them. */
export function addReplyMetrics(registry: Registry, { byModel, byWorkspace }: ReplyCounts): void {
  addCounters(registry, { label: 'model', suffix: '', counts: byModel });
  addCounters(registry, { label: 'workspace', suffix: '_by_workspace', counts: byWorkspace });
  new Counter({
    name: 'parley_model_fallbacks_total',
    help: 'Failures of a model before its first token after which another model answered, by the model that failed.',
    labelNames: ['model'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, fallbacks } of byModel()) if (fallbacks > 0) this.inc({ model: name }, fallbacks);
    },
  });
}

interface Counted {
  readonly label: string;
  readonly suffix: string;
  readonly counts: () => readonly ReplyCount[];
}

function addCounters(registry: Registry, { label, suffix, counts }: Counted): void {
  const registers = [registry];
  new Counter({
    name: `parley_replies${suffix}_total`,
    help: `Replies that ended, by ${label} and outcome: complete, failed, cancelled or interrupted.`,
    labelNames: [label, 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { name, outcomes } of counts()) {
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ [label]: name, outcome }, count);
      }
    },
  });
  new Counter({
    name: `parley_tokens${suffix}_total`,
    help: `Tokens of these replies, by ${label} and direction: input or output.`,
    labelNames: [label, 'direction'],
    registers,
    collect() {
      this.reset();
      for (const { name, inputTokens, outputTokens } of counts()) {
        this.inc({ [label]: name, direction: 'input' }, inputTokens);
        this.inc({ [label]: name, direction: 'output' }, outputTokens);
      }
    },
  });
}
