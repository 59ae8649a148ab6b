import { InvalidArgumentError } from 'commander';
import { createSecrets } from '../access/secrets.ts';
import type { ChainReport, Problem } from '../features/events/seals/chain-check.ts';
import { accountsAfter, endsOf } from '../features/events/seals/store.ts';
import { type NotedHead, verifyAccount } from '../features/events/seals/verify.ts';
import type { Database } from '../storage/database.ts';
import { run } from './output/run.ts';
import type { CommonOptions } from './runtime.ts';

/** Accounts that are read at once. */
const accountsAtOnce = 100;

interface VerifyOptions extends CommonOptions {
  readonly account?: string;
  readonly head?: readonly NotedHead[];
}

/** Reads a noted head, `LOG=HASH`; the option may come more than once. */
export function readHead(input: string, before: readonly NotedHead[] = []): NotedHead[] {
  const { log = '', hash = '' } = /^(?<log>\w+)=(?<hash>[0-9a-f]{64})$/.exec(input)?.groups ?? {};
  if (log === '') throw new InvalidArgumentError('Give the ID of a workspace or an account, =, and a hash.');
  return [...before, { log, hash }];
}

/** `parley audit verify`: checks the seals of all logs of events. Exits with code 1 if one is broken. Changes nothing. */
export async function verifyAudit({ account, head = [], ...options }: VerifyOptions): Promise<void> {
  await run(
    { ...options, readOnly: true },
    async ({ config, db, pepper, now }, report) => {
      const key = createSecrets(pepper).auditKey;
      const needs = { db, key, now: now(), retentionMs: config.eventsMs };
      const heads = await Promise.all(
        head.map(async (noted) => ({ ...noted, account: await accountOf(db, noted.log) })),
      );
      const chains: ChainReport[] = [];
      for await (const id of accountsOf(db, account)) {
        report({ what: `Verifying the log of ${id}` });
        const own = heads.filter((noted) => noted.account === id);
        chains.push(...(await verifyAccount(needs, id, own)));
      }
      const ok = chains.every(({ broken }) => broken === null);
      if (!ok) process.exitCode = 1;
      return { ok, chains };
    },
    ({ chains }) => (chains.length === 0 ? 'There are no events.' : chains.map(linesOf).join('\n')),
  );
}

/** The account of a log of an operator's note. Throws if the log doesn't exist. */
async function accountOf(db: Database, log: string): Promise<string> {
  const [workspace] = await db.read(db.query.selectFrom('workspaces').select('account_id').where('id', '=', log));
  if (workspace !== undefined) return workspace.account_id;
  if ((await endsOf(db, log)).length === 0) throw new Error(`There is no workspace or account ${log}.`);
  return log;
}

async function* accountsOf(db: Database, only: string | undefined): AsyncGenerator<string> {
  if (only !== undefined) {
    if ((await endsOf(db, only)).length === 0) throw new Error(`There is no account ${only}.`);
    yield only;
    return;
  }
  for (let after = '', isMore = true; isMore; ) {
    const accounts = await accountsAfter(db, after, accountsAtOnce);
    for (const { id } of accounts) yield id;
    after = accounts.at(-1)?.id ?? after;
    isMore = accounts.length === accountsAtOnce;
  }
}

const problems: Readonly<Record<Problem, string>> = {
  changed: 'an event, its order or the seal was changed',
  removed: 'an event was removed',
  inserted: 'an event was inserted',
  unsealed: 'an event was inserted, or its seal was removed',
  link_missing: 'the seal before it was removed or changed',
  head_missing: 'the seal of the noted hash was removed',
};

function linesOf({ log, events, from, through, head, notSealed, notSealedSince, broken }: ChainReport): string {
  const range = from === null ? '' : `, ${from} to ${through}`;
  const open = notSealed === 0 ? '' : `; ${notSealed} not sealed yet, the first of ${notSealedSince}`;
  const lines = [`${broken === null ? 'ok    ' : 'BROKEN'} ${log}: ${events} events${range}${open}`];
  if (broken !== null) {
    const where = broken.from === null ? '' : ` in ${broken.from} to ${broken.through}`;
    lines.push(`       ${problems[broken.problem]}${where}`);
  }
  if (head !== null) lines.push(`       head ${head}`);
  return lines.join('\n');
}
