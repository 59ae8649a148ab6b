import type { KnowledgeSync } from '@parley/sdk';

/** Labels of the outcomes of a sync. */
export const outcomeLabels: Readonly<Record<KnowledgeSync['outcome'], string>> = {
  running: 'Running',
  ready: 'Done',
  unchanged: 'No changes',
  failed: 'Failed',
  review: 'Waiting for review',
  approved: 'Approved',
  rejected: 'Discarded',
};

/** Why a sync began, for people. */
export const causeLabels: Readonly<Record<KnowledgeSync['cause'], string>> = {
  created: 'when it was added',
  changed: 'after a change',
  requested: 'on demand',
  scheduled: 'on schedule',
  edited: 'after an edit',
};

/** Returns the results of a sync in words; counts of 0 are left out. */
export function factsInWords({ facts }: Pick<KnowledgeSync, 'facts'>): string {
  const { added, changed, unchanged, removed, skipped, chunks } = facts;
  const counts = [
    [added, 'new'],
    [changed, 'changed'],
    [removed, 'gone'],
    [unchanged, 'as before'],
    [skipped, 'left out'],
    [chunks, chunks === 1 ? 'chunk indexed' : 'chunks indexed'],
  ] as const;
  const said = counts.filter(([count]) => count > 0).map(([count, words]) => `${count.toLocaleString('en')} ${words}`);
  return said.join(', ');
}

/** Returns the duration of a sync: `850 ms`, `12 s`, `4 min`. */
export function lengthOf({ createdAt, endedAt }: Pick<KnowledgeSync, 'createdAt' | 'endedAt'>): string | undefined {
  if (endedAt === null) return undefined;
  const ms = Math.max(0, Date.parse(endedAt) - Date.parse(createdAt));
  if (ms < 1_000) return `${ms} ms`;
  return ms < 90_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;
}
