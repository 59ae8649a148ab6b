import { SourceFailure } from '../../../../extract/document.ts';
import type { QuotaUse } from '../../../../storage/quotas/quotas.ts';

/** A number of chunks, and the bytes of their documents. */
interface Size {
  readonly chunks: number;
  readonly bytes: number;
}

/** A document to stage, and the one that it replaces. */
export interface Replacement {
  readonly size: Size;
  readonly replaces: Size | undefined;
}

/** Quota that an account has left for a source. */
export type SourceQuota = ReturnType<typeof createSourceQuota>;

const inWords = (number: number) => number.toLocaleString('en-US');

const tooLarge = (kind: 'chunks' | 'bytes of text', needed: number, free: number) =>
  new SourceFailure('quota_exceeded', {
    message: `It needs ${inWords(needed)} more ${kind}; the account has ${inWords(Math.max(0, free))} left.`,
    hint: 'Delete knowledge, or ask the operator for more (parley plan set); then sync the source again.',
  });

const full = (kind: 'chunks' | 'bytes of text', needed: number, { used, limit }: QuotaUse) => {
  const most = limit ?? used;
  const free = Math.max(0, most - used);
  return new SourceFailure('quota_exceeded', {
    message:
      `The source needs at least ${inWords(needed)} more ${kind}; ` +
      `the account has ${inWords(free)} of ${inWords(most)} left.`,
    hint: 'Delete knowledge sources or read less of this one, or ask the operator for more (parley plan set).',
  });
};

/** Counts what a sync adds against what the account has left when it begins. The database checks it exactly. */
export function createSourceQuota(quotas: readonly QuotaUse[]) {
  const added = { chunks: 0, bytes: 0 };
  const limits = [
    { name: 'chunks', words: 'chunks', quota: quotas.find(({ kind }) => kind === 'knowledgeChunks') },
    { name: 'bytes', words: 'bytes of text', quota: quotas.find(({ kind }) => kind === 'knowledgeBytes') },
  ] as const;

  const check = (needed: Size): void => {
    for (const { name, words, quota } of limits) {
      if (quota === undefined || quota.limit === null) continue;
      if (quota.used + needed[name] > quota.limit) throw full(words, needed[name], quota);
    }
  };

  return {
    /** Throws `quota_exceeded` if documents that belong together don't fit as a whole. */
    demand: (documents: readonly Replacement[]): void => {
      for (const { name, words, quota } of limits) {
        if (quota === undefined || quota.limit === null) continue;
        const needed = documents.reduce((sum, { size, replaces }) => sum + size[name] - (replaces?.[name] ?? 0), 0);
        const free = quota.limit - quota.used - added[name];
        if (needed > free) throw tooLarge(words, Math.max(0, needed), free);
      }
    },
    /** Throws `quota_exceeded` if there is no room for what is known to come. */
    check,
    /** Takes room for a document, which frees that of the one that it replaces. Throws `quota_exceeded`. */
    take: (size: Size, replaces: Size | undefined): void => {
      added.chunks += size.chunks - (replaces?.chunks ?? 0);
      added.bytes += size.bytes - (replaces?.bytes ?? 0);
      check(added);
    },
  };
}
