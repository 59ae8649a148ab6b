import { positionAt } from '../../../events/event-id.ts';
import type { Database } from '../../../storage/database.ts';
import { usualRetentionMs } from '../log.ts';
import { type ChainCheck, type ChainReport, startCheck } from './chain-check.ts';
import { hourEnd } from './link-hash.ts';
import * as store from './store.ts';

/** Events that are read at once. */
const page = 200;

/** Time in ms by which the check leaves out more than the retention deletes, which may run meanwhile. */
const slackMs = 60 * 60 * 1000;

/** A hash of a seal that the operator has noted, and the log in which it must still be. */
export interface NotedHead {
  readonly log: string;
  readonly hash: string;
}

/** Dependencies of a check. */
interface VerifyNeeds {
  readonly db: Database;
  /** `Secrets.auditKey`. */
  readonly key: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The time for which events are kept, in ms; 90 days by default. */
  readonly retentionMs?: number;
}

/**
 * Checks every chain of an account: recomputes each seal of the events that are kept. Reads the log once, in pages, and
 * changes nothing; events may be added, sealed and deleted meanwhile. Chains of workspaces that are deleted are left out.
 */
export async function verifyAccount(
  { db, key, now, retentionMs = usualRetentionMs }: VerifyNeeds,
  account: string,
  heads: readonly NotedHead[] = [],
): Promise<ChainReport[]> {
  const [ends] = await store.endsOf(db, account);
  const checked = { key, sealed: Number(ends?.sealed ?? 0), expired: hourEnd(positionAt(now - retentionMs + slackMs)) };
  const checks = new Map<string, ChainCheck>();
  const checkOf = async (log: string): Promise<ChainCheck> => {
    const check = checks.get(log) ?? (await startCheck(db, { account, log }, checked));
    checks.set(log, check);
    return check;
  };
  for await (const log of chainsOf(db, account)) await checkOf(log);
  for (let after = checked.expired - 1, isMore = true; isMore; ) {
    const events = await store.events(db, { account, after, before: Number.MAX_SAFE_INTEGER, limit: page });
    for (const event of events) await (await checkOf(event.log)).add(event);
    after = Number(events.at(-1)?.position ?? after);
    isMore = events.length === page;
  }
  const noted = new Map(heads.map(({ log, hash }) => [log, hash]));
  for (const log of noted.keys()) await checkOf(log);

  const reports: ChainReport[] = [];
  for (const [log, check] of checks) {
    const report = await withHead(db, await check.end(), noted.get(log));
    if (report.broken === null || log === account || (await store.isThere(db, log))) reports.push(report);
  }
  return reports;
}

async function* chainsOf(db: Database, account: string): AsyncGenerator<string> {
  for (let log = await store.chainAfter(db, account, ''); log !== undefined; ) {
    yield log;
    log = await store.chainAfter(db, account, log);
  }
}

async function withHead(db: Database, report: ChainReport, hash: string | undefined): Promise<ChainReport> {
  if (hash === undefined || report.broken !== null) return report;
  if (await store.hasLink(db, report, hash)) return report;
  return { ...report, broken: { problem: 'head_missing', from: null, through: null } };
}
