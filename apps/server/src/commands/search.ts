import { checkIndex } from '../features/message-search/health.ts';
import type { Database } from '../storage/database.ts';
import type { CheckResult } from './doctor/check-result.ts';
import { run } from './output/run.ts';
import type { CommonOptions } from './runtime.ts';

/** Max messages that a finding names. */
const maxNamed = 5;

const mended = 'parley search reindex indexes all messages again';

/** Looks for messages that wait to be indexed, and whether searches find others. */
export async function checkSearchIndex(db: Database): Promise<CheckResult> {
  const { waiting, oldest, checked, missing } = await checkIndex(db).catch((cause: Error) => {
    throw new Error(`the index of words can't be searched: ${cause.message}; ${mended}`, { cause });
  });
  const since = oldest === undefined ? null : new Date(oldest).toISOString();
  const waits =
    waiting === 0 ? 'no message waits to be indexed' : `${waiting} wait to be indexed, the oldest of ${since}`;
  const named = `${missing.slice(0, maxNamed).join(', ')}${missing.length > maxNamed ? ', …' : ''}`;
  const found =
    missing.length === 0
      ? `all ${checked} that were searched for are found`
      : `${missing.length} of ${checked} that were searched for are not found: ${named}; ${mended}`;
  return {
    ok: missing.length === 0,
    detail: `${waits}; ${found}`,
    figures: { waiting, oldest: since, checked, missing },
  };
}

/** `parley search reindex`: has the words of all messages indexed again; also while a server runs. */
export async function reindexSearch(options: CommonOptions): Promise<void> {
  await run(
    options,
    async ({ features: { reindex, accounts } }, report) => {
      const queued = await reindex(report);
      const { about, write } = accounts.operatorEvents;
      await write(await about({ type: 'search.reindexed', data: { queued } }));
      return { queued };
    },
    ({ queued }) =>
      queued === 0
        ? 'There are no messages.'
        : `Messages queued: ${queued}. The server indexes them, the newest first.`,
  );
}
