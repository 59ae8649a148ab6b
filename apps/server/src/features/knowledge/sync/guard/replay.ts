import type { Cited } from '../../../../schemas/cited.ts';
import type { Database } from '../../../../storage/database.ts';
import type { SyncedSource } from '../job/begin-store.ts';
import type { ReplayPassage, SearchSource } from '../job/seams.ts';
import type { Replay } from '../schema.ts';

/** Max questions that are asked again, ms for all of them, passages of each, and characters of a shown quote. */
const bounds = { questions: 50, ms: 20_000, topK: 5, quote: 300 } as const;

/** Dependencies of the replay. */
interface Replaying {
  readonly db: Database;
  readonly workspace: string;
  readonly id: string;
  readonly source: SyncedSource;
  readonly search: SearchSource;
  readonly now: () => number;
}

const place = (passage: ReplayPassage | undefined) =>
  passage === undefined ? null : { title: passage.title, quote: shown(passage.text) };

const shown = (text: string) => (text.length > bounds.quote ? `${text.slice(0, bounds.quote).toWellFormed()}…` : text);

const isSame = (one: ReplayPassage | undefined, other: ReplayPassage | undefined) =>
  one?.text === other?.text && one?.documentKey === other?.documentKey;

/** The passage that the reply cites, if the search finds it. */
const citedIn = (found: readonly ReplayPassage[], cited: readonly Cited[]) =>
  found.find(({ text }) => cited.some(({ quote }) => text.includes(quote)));

/** Returns the change for a question: of its cited passage, or else of the first one; undefined for no change. */
function changeOf(
  question: string,
  cited: readonly Cited[],
  [before, after]: readonly [readonly ReplayPassage[], readonly ReplayPassage[]],
): Replay['changes'][number] | undefined {
  const quoted = citedIn(before, cited);
  if (quoted !== undefined && !after.some((passage) => isSame(passage, quoted))) {
    return { question, before: place(quoted), after: place(after[0]) };
  }
  return isSame(before[0], after[0]) ? undefined : { question, before: place(before[0]), after: place(after[0]) };
}

/**
 * Asks the last questions of a source again, at the version that serves and at the next one, and returns those whose
 * passage changes. Never throws: what fails is noted. Null if there are no questions.
 */
export async function replayOf({ db, workspace, id, source, search, now }: Replaying): Promise<Replay | null> {
  const { version, next } = source;
  if (version === 0) return null;
  const rows = await db.read(
    db.query
      .selectFrom('knowledge_questions')
      .select(['question', 'cited'])
      .where('source_id', '=', id)
      .where('workspace_id', '=', workspace)
      .orderBy('created_at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(bounds.questions),
  );
  const byText = new Map(rows.map(({ question, cited }) => [question, JSON.parse(cited) as readonly Cited[]]));
  if (byText.size === 0) return null;
  const end = now() + bounds.ms;
  const changes: Replay['changes'] = [];
  let questions = 0;
  const note = () => `The search failed or took too long after ${questions} of ${byText.size} questions.`;
  for (const [question, cited] of byText) {
    if (now() > end) return { questions, changes, note: note() };
    const of = { workspace, source: id, text: question, topK: bounds.topK };
    try {
      const found = [await search({ ...of, version }), await search({ ...of, version: next })] as const;
      const change = changeOf(question, cited, found);
      if (change !== undefined) changes.push(change);
      questions += 1;
    } catch {
      // A replay informs; it must not keep a version from serving.
      return { questions, changes, note: note() };
    }
  }
  return { questions, changes, note: null };
}
