import type { Match } from '../../schemas/match.ts';
import type { Database } from '../../storage/database.ts';
import type { Row } from '../../storage/sql/page.ts';
import { messagesWith } from '../../storage/sql/words.ts';
import { createExcerpts } from '../../text/excerpt.ts';
import { newestOf, textsOf } from './store.ts';

/** Max texts per read; each has up to 100,000 characters. */
const textsAtOnce = 10;

/** A search: the text of `q`, and the same in the words of the engine. */
interface Search {
  readonly text: string;
  readonly words: string;
}

/**
 * Adds `match` to conversations whose messages match: the newest such message, and an excerpt of it. The others were
 * found by their title.
 */
export async function withMatches(
  db: Database,
  reach: readonly string[],
  { rows, search }: { readonly rows: readonly Row[]; readonly search: Search },
): Promise<Row[]> {
  const ids = rows.filter(({ json }) => json !== null).map(({ id }) => id);
  if (ids.length === 0) return [...rows];
  const found = await newestOf(db, messagesWith(db, reach, search.words), ids);
  const excerpt = createExcerpts(search.text);
  const matches = new Map<string, Match>();
  for (let at = 0; at < found.length; at += textsAtOnce) {
    for (const { id, conversation, content } of await textsOf(db, found.slice(at, at + textsAtOnce))) {
      const { snippet, ranges } = await excerpt(content);
      matches.set(conversation, { message: id, snippet, ranges: ranges.map(([start, end]) => ({ start, end })) });
    }
  }
  return rows.map((row) => {
    const match = matches.get(row.id);
    if (match === undefined || row.json === null) return row;
    return { ...row, json: `${row.json.slice(0, -1)},"match":${JSON.stringify(match)}}` };
  });
}
