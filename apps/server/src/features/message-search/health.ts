import type { Database } from '../../storage/database.ts';
import { wordSearch } from '../../storage/sql/words.ts';
import { wordsOf } from '../../text/words.ts';
import * as store from './store.ts';

/** Max messages that a check searches for, half of them the newest and half the oldest, and max bytes of each half. */
const sample = { messages: 100, bytes: 4 * 1024 * 1024 } as const;

/** Number of words that a message is searched by: its longest, because few other messages contain them. */
const wordsEach = 8;

/** After this time, in ms, a check searches for no further message. */
const longestMs = 10_000;

/** The state of the index of words. */
export interface IndexHealth {
  /** Number of messages that wait to be indexed, and creation time of the oldest of them, in ms since 1970. */
  readonly waiting: number;
  readonly oldest: number | undefined;
  /** Number of messages that were searched for, and the IDs of those that were not found. */
  readonly checked: number;
  readonly missing: readonly string[];
}

/** Counts the messages that wait to be indexed, and searches for some of the others by their words. */
export async function checkIndex(db: Database): Promise<IndexHealth> {
  const until = performance.now() + longestMs;
  const waiting = await store.countUnindexed(db);
  const lost = new Set<string>();
  const checked = new Set<string>();
  for (const end of ['desc', 'asc'] as const) {
    for (const message of await store.findIndexed(db, { ...sample, rows: sample.messages / 2, end })) {
      if (checked.has(message.id) || performance.now() > until) continue;
      const found = await isFound(db, message);
      if (found === undefined) continue;
      checked.add(message.id);
      if (!found) lost.add(message.id);
    }
  }
  // A message that was deleted meanwhile isn't missing.
  const missing = lost.size === 0 ? [] : await store.textsOf(db, [...lost]);
  return { ...waiting, checked: checked.size, missing: missing.map(({ id }) => id) };
}

/** True if a search for the words of a message finds it; undefined if it has no words. */
async function isFound(db: Database, { id, workspace, json }: store.Unindexed): Promise<boolean | undefined> {
  const words = [...(await wordsOf(json))].sort((one, other) => other.length - one.length).slice(0, wordsEach);
  const search = wordSearch(db, { words, prefixes: [] });
  if (search === undefined) return undefined;
  return store.matches(db, { id, workspace, search });
}
