import { begin, ending, event, type Play, piece } from '../../../apps/server/testing/servers/fake-provider.ts';
import { insertAgents } from './agents.ts';
import { demand, inParallel } from './attack.ts';
import type { Neighbour } from './neighbour.ts';
import { deleteConversations, endUser } from './owner.ts';

const KiB = 1024;

/** 4 MB of short lines, with a carriage return at each boundary of 64 kB. */
const lines = `${'a\n'.repeat(32 * KiB - 1)}a\r`.repeat(64);

const callOf = (index: number) => ({
  ...{ index, id: `call_${index}`, type: 'function' },
  function: { name: 'look', arguments: '{}' },
});
const calls = Array.from({ length: 20_000 }, (_, index) =>
  event({ delta: { tool_calls: [callOf(index)] }, finish_reason: null }),
).join('');

const sends =
  (text: string): Play =>
  (response) => {
    begin(response).end(text);
  };

/** The model of each kind of burst. */
const models: Readonly<Record<string, Play>> = {
  lines: sends(lines),
  calls: sends(calls + ending()),
  deltas: sends(piece('word ').repeat(5_000) + ending()),
};
const names = Object.keys(models);
const parallel = { small: 1, full: 3 } as const;

/** Point 4 of the issue: large bursts of a provider. */
export const bursts: Neighbour = {
  name: 'bursts',
  what: 'chats with models whose provider sends 4 MB of short lines, 20,000 tool calls or 5,000 deltas at once',
  plan: 'pro',
  least: { small: { chats: 3 }, full: { chats: 6 } },
  // A provider that sends nonsense is 502.
  refusals: [408, 413, 429, 502, 503],
  prepare: (ground) => insertAgents(ground, names),
  attack: (site) => {
    for (const name of names) site.provider.play(name, models[name] ?? sends(ending()));
    return inParallel(site, parallel[site.size], async (index) => {
      const path = `/api/agents/${site.facts[names[index % names.length] ?? '']}/chat`;
      const body = { message: 'Go', userId: endUser };
      await demand(site, { what: 'chats', method: 'POST', path, body, until: 'ended' });
    });
  },
  tidy: deleteConversations,
};
