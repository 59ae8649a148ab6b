import { countAnswer, headOf, hold, over } from './attack.ts';
import { insertHistory } from './histories.ts';
import type { Neighbour } from './neighbour.ts';

const exports = { small: 4, full: 15 } as const;
const messages = { small: 20, full: 100 } as const;

/** Bytes that it reads of each export in a second. */
const perSecond = 4096;

/** Point 1 of the issue: exports that are read slowly. */
export const slowExports: Neighbour = {
  name: 'slow-exports',
  what: 'reads exports of long messages at 4 kB/s each',
  plan: 'free',
  least: { small: { exports: exports.small }, full: { exports: exports.full } },
  prepare: (ground) =>
    insertHistory(ground, { conversations: 5, messages: messages[ground.size], content: '\u0001'.repeat(100_000) }),
  attack: async (site) => {
    for (let opened = 0; opened < exports[site.size]; opened += 1) {
      const socket = await hold(site);
      const format = opened % 2 === 0 ? 'jsonl' : 'csv';
      socket.write(`${headOf('GET', `/api/conversations/export?format=${format}`, site.from)}\r\n`);
      site.tally.did('exports');
      countAnswer(site, socket);
      const reading = setInterval(() => socket.read(Math.min(perSecond, socket.readableLength)), 1_000);
      socket.once('close', () => clearInterval(reading));
    }
    await over(site.signal);
  },
};
