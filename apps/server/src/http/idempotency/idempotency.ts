import { hash } from 'node:crypto';
import { holds, isPrincipal, may, type RequestActor, type Right } from '../../access/actor.ts';
import { AppError, keyInProgress, keyReused } from '../../errors.ts';
import { type Belongings, scanTable } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { expiry } from '../../storage/expired.ts';
import type { Repeat } from '../../storage/idempotency.ts';
import * as store from '../../storage/idempotency.ts';
import type { Sealing } from '../../storage/secrets/sealed.ts';
import type { Statement } from '../../storage/unit.ts';
import type { Answer } from '../responses/envelope.ts';

/** Lifetime of a stored answer in ms: 24 hours. */
const lifetimeMs = 24 * 60 * 60 * 1000;

/**
 * 1 to 255 printable ASCII characters: bare (Stripe) or a quoted string (draft-ietf-httpapi-idempotency-key-header).
 */
const keyPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** A stored answer, replayed byte for byte. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A finished answer, with the facts that its repeats need. */
export type Keepable = Omit<KeptAnswer, 'body'> & {
  readonly body: string | Buffer;
} & Pick<Answer<unknown>, 'keptWith' | 'right'>;

/** The first request with an `Idempotency-Key`. */
export interface Repeatable {
  /** Returns the statement that stores the answer; it belongs in the effect's unit of work. */
  keep(answer: Keepable): Statement;
  /** Marks the request as finished; until then the same key is refused as in progress. */
  done(): void;
}

/** The state of a request with a key: it is the first one, or has a stored answer. */
export type Begun = { readonly first: Repeatable } | { readonly again: KeptAnswer };

/** The identity of a request with an `Idempotency-Key`. */
export interface RequestIdentity {
  readonly key: string;
  /** The ID of the key, of the session's user, or of the visitor with its channel. */
  readonly principal: string;
  readonly method: string;
  readonly path: string;
  /** The raw body. */
  readonly body: Uint8Array;
}

/**
 * Creates the idempotency of POST requests. The first answer is stored in the effect's unit of work and replayed for
 * retries with the same key. `begin` throws `idempotency_key_reused` for another body, and `idempotency_in_progress`
 * while the first request runs in this process. Across processes the primary key decides.
 */
export function createIdempotency(db: Database, secrets: Sealing, now: () => number) {
  const running = new Set<string>();

  /**
   * Returns the stored answer, unless the principal has lost the right that it needs. That request is then handled like
   * any other, and refused. Throws `idempotency_key_reused` if the answer belongs to another body.
   */
  const recall = async ({ id, fingerprint }: Repeat, actor: RequestActor): Promise<KeptAnswer | undefined> => {
    const [row] = await db.read(store.find(db, { id, now: now() }));
    if (row === undefined) return undefined;
    if (row.needed_right !== null && !stillHolds(actor, JSON.parse(row.needed_right) as Right)) return undefined;
    if (row.fingerprint !== fingerprint) throw keyReused();
    const headers = JSON.parse(row.headers) as Record<string, string>;
    return { status: row.status, body: secrets.open(row.answer, ['idempotency_keys.answer', id]), headers };
  };

  /** Returns the statement that stores an answer; throws `onConflict()` if another request stored one meanwhile. */
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
        answer: secrets.seal(body.toString(), ['idempotency_keys.answer', id]),
        headers: JSON.stringify(headers),
        expires_at: now() + lifetimeMs,
        needed_right: right === undefined ? null : JSON.stringify(right),
      },
      { now: now(), onConflict, keptWith },
    );

  return {
    recall,
    keep,
    begin: async (repeat: Repeat, actor: RequestActor): Promise<Begun> => {
      const { id } = repeat;
      if (running.has(id)) throw keyInProgress();
      running.add(id);
      try {
        const again = await recall(repeat, actor);
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
    /** The answers that need a right in a workspace, or in an account, for their deletion. */
    ofWorkspace: answersOf(db, (right, id) => 'workspace' in right && right.workspace === id),
    ofAccount: answersOf(db, (right, id) => 'account' in right && right.account === id),
    /** Deletes expired answers. */
    jobs: [expiry(db, 'idempotency_keys')],
  };
}

/** True if an actor still has the right that an answer requires. */
const stillHolds = (actor: RequestActor, right: Right): boolean =>
  isPrincipal(actor) ? holds(actor, right) : 'workspace' in right && may(actor, right.permission, right.workspace);

const answersOf = (db: Database, isOf: (right: Right, id: string) => boolean): Belongings => ({
  next: (owner, from) =>
    scanTable(
      from,
      async (after, limit) =>
        (await store.rightsAfter(db, after, limit)).map(({ id, right, bytes }) => ({
          ...{ id, bytes },
          isOwn: right !== null && isOf(JSON.parse(right) as Right, owner),
        })),
      (ids) => store.removeAnswers(db, ids),
    ),
});

/** Returns the identity of a request with an `Idempotency-Key`. Throws `bad_request` for an invalid key. */
export function repeatOf({ principal, method, path, key, body }: RequestIdentity): Repeat {
  if (!keyPattern.test(key)) {
    throw new AppError('bad_request', 'Idempotency-Key must be 1 to 255 printable characters.');
  }
  return { id: sha256(JSON.stringify([principal, method, path, unquote(key)])), fingerprint: sha256(body) };
}

const unquote = (key: string) => (/^".*"$/.test(key) ? key.slice(1, -1) : key);

const sha256 = (content: string | Uint8Array) => hash('sha256', content);
