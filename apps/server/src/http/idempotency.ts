import { createHash } from 'node:crypto';
import { holds, type Principal, type Right } from '../access/actor.ts';
import type { Secrets } from '../access/secrets.ts';
import { AppError, keyInProgress, keyReused } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { deleteExpired } from '../storage/expired.ts';
import type { Repeat } from '../storage/idempotency.ts';
import * as store from '../storage/idempotency.ts';
import type { Statement } from '../storage/unit.ts';
import type { Answer } from './envelope.ts';

/** How long an answer is kept, in milliseconds: 24 hours. */
const keepFor = 24 * 60 * 60 * 1000;

/** 1 to 255 printable ASCII characters, bare (Stripe) or as a quoted string (draft-ietf-httpapi-idempotency-key-header). */
const keyPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** A finished answer, to the byte. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A finished answer, with what its repeats take. */
export type Keepable = KeptAnswer & Pick<Answer<unknown>, 'keptWith' | 'right'>;

/** One request that carries an `Idempotency-Key`. */
export interface Repeatable {
  /** The statement that keeps the answer: it belongs in the unit of work that has the effect. */
  keep(answer: Keepable): Statement;
  /** Ends the time in which the same key is refused as being in progress. */
  done(): void;
}

/** What is known of a request with a key: nothing yet, or the answer that it had. */
export type Begun = { readonly first: Repeatable } | { readonly again: KeptAnswer };

/** What makes a request with an `Idempotency-Key` the same as an earlier one, or another. */
export interface RequestIdentity {
  readonly key: string;
  /** Who asks: the id of the key or of the session's user. */
  readonly principal: string;
  readonly method: string;
  readonly path: string;
  /** The raw body. */
  readonly body: Uint8Array;
}

/**
 * Makes POSTs repeatable: the first answer is stored in the same unit of work as the effect, and the same request with
 * the same key gets it again. `begin` throws `idempotency_key_reused` for another body and `idempotency_in_progress`
 * while the first request still runs in this process; in another process the primary key decides.
 */
export function createIdempotency(db: Database, secrets: Secrets, now: () => number) {
  const running = new Set<string>();

  /**
   * Returns the kept answer, unless the principal has lost the right that it needs: then the request is handled like
   * every other one, and refused. Throws `idempotency_key_reused` if the answer belongs to another body.
   */
  const recall = async ({ id, fingerprint }: Repeat, principal: Principal): Promise<KeptAnswer | undefined> => {
    const [row] = await db.read(store.find(db, { id, now: now() }));
    if (row === undefined) return undefined;
    if (row.needed_right !== null && !holds(principal, JSON.parse(row.needed_right) as Right)) return undefined;
    if (row.fingerprint !== fingerprint) throw keyReused();
    const headers = JSON.parse(row.headers) as Record<string, string>;
    return { status: row.status, body: secrets.open(row.answer), headers };
  };

  /** The statement that keeps an answer; `onConflict` where another request has kept one meanwhile. */
  const keep = (
    { id, fingerprint }: Repeat,
    { status, body, headers, keptWith, right }: Keepable,
    onConflict: () => Error,
  ): Statement =>
    store.keep(
      db,
      {
        id,
        fingerprint,
        status,
        answer: secrets.seal(body),
        headers: JSON.stringify(headers),
        expires_at: now() + keepFor,
        needed_right: right === undefined ? null : JSON.stringify(right),
      },
      { now: now(), onConflict, keptWith },
    );

  return {
    recall,
    keep,
    begin: async (repeat: Repeat, principal: Principal): Promise<Begun> => {
      const { id } = repeat;
      if (running.has(id)) throw keyInProgress();
      running.add(id);
      try {
        const again = await recall(repeat, principal);
        if (again !== undefined) {
          running.delete(id);
          return { again };
        }
      } catch (error) {
        running.delete(id);
        throw error;
      }
      return {
        first: {
          keep: (answer) => keep(repeat, answer, keyInProgress),
          done: () => running.delete(id),
        },
      };
    },
    /** Deletes answers that are past their time. */
    sweep: (): Promise<void> => deleteExpired(db, 'idempotency_keys', now()),
  };
}

/** How a request with an `Idempotency-Key` is known. Throws `bad_request` for a key that is none. */
export function repeatOf({ principal, method, path, key, body }: RequestIdentity): Repeat {
  if (!keyPattern.test(key)) {
    throw new AppError('bad_request', 'Idempotency-Key must be 1 to 255 printable characters.');
  }
  return { id: sha256(JSON.stringify([principal, method, path, unquote(key)])), fingerprint: sha256(body) };
}

const unquote = (key: string) => (/^".*"$/.test(key) ? key.slice(1, -1) : key);

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
