import type { Database } from '../../../../storage/database.ts';
import type { SourceReview } from '../../schema.ts';
import type { SyncedSource } from '../job/begin-store.ts';
import * as store from './guard-store.ts';

/** The part of the documents, or of the cited passages, that a sync may lose without a review. */
const mayLose = 1 / 5;

/** For how long a citation counts, in ms: 30 days. */
const recentMs = 30 * 24 * 60 * 60_000;

/** Max documents and passages that a review lists. */
const maxListed = 20;

/** A version that is complete and doesn't serve yet. */
interface Guarded {
  readonly workspace: string;
  readonly id: string;
  readonly source: SyncedSource;
  readonly now: number;
}

/**
 * True if the owner has just changed the settings of the content: then missing passages are the owner's decision. A
 * website is read from elsewhere, whatever its owner has changed.
 */
const isOwnersChange = ({ type, builtOf, settingsText }: SyncedSource) =>
  type === 'qa' || type === 'documents' || (type !== 'website' && builtOf !== settingsText);

const part = (lost: number, all: number) => `${lost} of ${all}`;

/** Returns what a sync would lose if that is more than a fifth; undefined if it may serve immediately. */
export async function reviewOf(
  db: Database,
  { workspace, id, source, now }: Guarded,
): Promise<SourceReview | undefined> {
  const { version, next } = source;
  if (version === 0 || isOwnersChange(source)) return undefined;
  const of = { source: id, version, next };
  const { before, after, lost } = await store.lostDocuments(db, workspace, { ...of, limit: maxListed });
  const cited = await store.citedPassages(db, workspace, { ...of, since: now - recentMs });
  const gone = cited.filter(({ isThere }) => !isThere);
  const reasons = [
    ...(lost.count > before * mayLose ? [`${part(lost.count, before)} documents would be removed.`] : []),
    ...(gone.length > cited.length * mayLose
      ? [`${part(gone.length, cited.length)} passages that replies of the last 30 days cite would be removed.`]
      : []),
  ];
  if (reasons.length === 0) return undefined;
  return {
    ...{ version: next, since: new Date(now).toISOString(), reasons },
    ...{ documentsBefore: before, documentsAfter: after, lostDocuments: [...lost.some] },
    lostCited: gone.slice(0, maxListed).map(({ title, quote }) => ({ title, quote })),
  };
}
