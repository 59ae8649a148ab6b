import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../storage/database.ts';
import type { Sealing } from '../../../storage/secrets/sealed.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { KindNeeds } from '../../../tools/kind.ts';
import { AccountError } from '../../../tools/oauth/error.ts';
import type { OAuthNeeds, OAuthRecord } from '../../../tools/oauth/record.ts';
import * as store from './store.ts';

/** For how long a lock is held at most, how long another caller waits for it, and the pause between attempts; in ms. */
const lockMs = { held: 60_000, waited: 25_000, pause: 100 } as const;

/** Dependencies of the accounts at servers. */
export interface ConnectionNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly outbound: KindNeeds['outbound'];
  readonly secrets: Pick<Sealing, 'seal' | 'open'>;
}

/** A lock is held by another caller. */
class Locked extends Error {}

const place = (id: string) => ['tool_connections.record', id] as const;

const stateOf = ({ grant }: OAuthRecord) => grant?.state ?? 'none';

/**
 * Creates what one operation of OAuth needs: the sealed record of an account, and its lock, which holds across
 * processes. `along` returns statements that are stored with a record.
 */
export function oauthNeeds(
  { db, now, outbound, secrets }: ConnectionNeeds,
  along: (record: OAuthRecord) => readonly Statement[] = () => [],
): OAuthNeeds {
  const holder = randomUUID();

  /** Takes the lock, unless another caller has it. */
  const takes = async (id: string): Promise<boolean> => {
    const time = now();
    try {
      await db.write([store.lock(db, { id, holder, now: time, until: time + lockMs.held }, () => new Locked())]);
      return true;
    } catch (error) {
      if (error instanceof Locked) return false;
      throw error;
    }
  };

  const acquire = async (id: string): Promise<void> => {
    const giveUp = now() + lockMs.waited;
    while (!(await takes(id))) {
      if ((await store.findById(db, id)) === undefined) throw new AccountError('not_connected');
      if (now() >= giveUp) throw new AccountError('token');
      await delay(lockMs.pause);
    }
  };

  return {
    fetch: outbound.fetch,
    now,
    load: async (id) => {
      const row = await store.findById(db, id);
      if (row === undefined || row.record === null) return undefined;
      return JSON.parse(secrets.open(row.record, place(id))) as OAuthRecord;
    },
    save: async (id, record) => {
      const columns = {
        state: stateOf(record),
        record: secrets.seal(JSON.stringify(record), place(id)),
        expires_at: record.grant?.expiresAt ?? null,
      };
      const lost = () => new Error('The lock of an account was lost before its record was stored.');
      await db.write([store.save(db, { id, holder, now: now(), columns }, lost), ...along(record)]);
    },
    withLock: async (id, work) => {
      await acquire(id);
      try {
        return await work();
      } finally {
        await db.write([store.unlock(db, { id, holder })]);
      }
    },
  };
}
