import { createDistinct } from './distinct-count.ts';
import { percentilesOf } from './percentiles.ts';
import type { Statistics } from './schema.ts';
import type { MessageGroup } from './store.ts';

/** The figures of a period. */
export type Figures = Statistics['total'];

/** Adds up what happened in a period. */
export interface Tally {
  conversations(count: number): void;
  messages(group: MessageGroup): void;
  /** Answers of visitors with the same score, from 1 to 5. */
  answers(group: { readonly score: number; readonly answers: number }): void;
  user(id: string): void;
  figures(): Figures;
}

/** Creates an empty tally. */
export function createTally(): Tally {
  let conversations = 0;
  const messages = { user: 0, assistant: 0, human: 0 };
  const feedback = { positive: 0, negative: 0 };
  let failed = 0;
  const usage = { inputTokens: 0, outputTokens: 0 };
  const latencies = new Map<number, number>();
  const given = { answered: 0, sum: 0, satisfied: 0 };
  const users = createDistinct();
  return {
    conversations: (count) => {
      conversations += count;
    },
    messages: (group) => {
      messages[group.role] += group.messages;
      if (group.feedback !== null) feedback[group.feedback] += group.messages;
      if (group.isFailed) failed += group.messages;
      usage.inputTokens += group.inputTokens;
      usage.outputTokens += group.outputTokens;
      if (group.latency !== null) {
        latencies.set(group.latency, (latencies.get(group.latency) ?? 0) + group.messages);
      }
    },
    answers: ({ score, answers }) => {
      given.answered += answers;
      given.sum += score * answers;
      if (score >= 4) given.satisfied += answers;
    },
    user: (id) => users.add(id),
    figures: () => ({
      ...{ conversations, messages, feedback, failed, usage },
      satisfaction: shareOf(given),
      users: users.count(),
      latencyMs: percentilesOf(latencies),
    }),
  };
}

/** The answers of visitors, added up. */
export interface Given {
  readonly answered: number;
  readonly sum: number;
  readonly satisfied: number;
}

/** The figures of answers. */
export const shareOf = ({ answered, sum, satisfied }: Given): Figures['satisfaction'] =>
  answered === 0
    ? { answered, average: null, satisfied: null }
    : {
        answered,
        average: Math.round((sum / answered) * 100) / 100,
        satisfied: Math.round((satisfied / answered) * 1_000) / 1_000,
      };
