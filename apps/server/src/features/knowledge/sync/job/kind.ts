import { Type } from 'typebox';
import { type SourceType, syncCauses, wordField } from '../../schema.ts';

/** The job that makes a new version of a source of the tenant's own texts; its key is the source. */
const textKind = {
  name: 'knowledge.sync',
  payload: Type.Object({ source: Type.String(), cause: wordField(syncCauses, '') }),
  // Longer than a sync may take by its own limit, which ends it with a reason.
  timeoutMs: 75 * 60_000,
  attempts: 5,
} as const;

/** The job that makes a new version of what is read from the web: texts don't wait for sites. */
const crawlKind = {
  ...textKind,
  name: 'knowledge.crawl',
  // Sites that want to be asked slowly: each has megabytes of addresses.
  aside: 8,
} as const;

/** The job that makes a version with edited chunks from the documents of the one before. */
export const editKind = { ...textKind, name: 'knowledge.edit' } as const;

/** The kinds of jobs that sync sources. */
export const syncKinds = [textKind, crawlKind, editKind] as const;

/** Attempts at a sync. */
export const syncAttempts = textKind.attempts;

/** The kind of job that syncs sources of a type. */
export const syncKindOf = (type: SourceType) => (isOwn(type) ? textKind : crawlKind);

/** True for a source whose content is in this service. */
const isOwn = (type: SourceType): boolean => ['text', 'qa', 'file', 'documents'].includes(type);

/** The job that deletes what a deleted source leaves behind. */
export const purgeKind = {
  name: 'knowledge.purge',
  payload: Type.Object({ source: Type.String() }),
  timeoutMs: 60_000,
  // Over about half a day: what is hidden must not stay.
  attempts: 20,
  perWorkspace: 1,
  concurrency: 2,
} as const;

/** The job that deletes the documents of versions that no longer serve, and those of a version that was rejected. */
export const cleanKind = { ...purgeKind, name: 'knowledge.clean' } as const;
