import type { SessionActor } from '../../access/actor.ts';
import type { PasskeyClient, SignInUser } from '../../access/sign-in.ts';
import { AppError } from '../../errors.ts';
import type { RecordEvent } from '../../events/happening.ts';
import { rowChanges } from '../../storage/changes/row-changes.ts';
import type { Database } from '../../storage/database.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import type { PasskeyRow } from '../../storage/tables.ts';
import type { Statement } from '../../storage/unit.ts';
import { type Challenges, expired } from './challenges.ts';
import { type Factor, handleOf, wrongFactor } from './factor-verification.ts';
import type { AddedPasskey, FactorStart, NewPasskeyChallenge, Passkey, PasskeyDraft } from './schema.ts';
import { descriptorOf } from './signing-in.ts';
import { siteOf } from './site.ts';
import * as store from './store.ts';
import { algorithms, newChallenge, readAttestation, timeout } from './webauthn.ts';

/** Max passkeys of a person. */
const maxPasskeys = 20;

/** Dependencies of managing passkeys. */
interface PasskeyNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'passkey'): string;
  readonly publicUrl: string;
  readonly challenges: Challenges;
  readonly record: RecordEvent;
}

/** Functions that second factors share. */
interface Common {
  holderOf(actor: SessionActor): Promise<SignInUser>;
  /** Demands a fresh proof; returns the statements of that. */
  demandFresh(actor: SessionActor, start: FactorStart): Promise<readonly Statement[]>;
  /** Writes a new second factor; returns the recovery codes of the first one. */
  add(actor: SessionActor, statements: readonly Statement[], factor: Factor): Promise<string[] | null>;
  remove(actor: SessionActor, removed: Statement, factor: Factor): Promise<void>;
}

const noPasskey = () => new AppError('second_factor_not_found', 'You have no such passkey.');
const tooMany = () =>
  new AppError('passkey_limit_reached', `You have ${maxPasskeys} passkeys; more are not possible.`, {
    hint: 'Remove one that is not used.',
  });
const known = () => new AppError('passkey_exists', 'This passkey has been added already.');

const changesOf = rowChanges({ table: 'passkeys', fields: { name: { field: 'name', look: 'text' } } });

const iso = (time: number) => new Date(Number(time)).toISOString();

/** The passkeys of the caller: add, rename, remove. */
export function createPasskeys(needs: PasskeyNeeds, { holderOf, demandFresh, add, remove }: Common) {
  const { db, now, challenges } = needs;
  return {
    /** Returns the options with which a browser creates a passkey. */
    passkeyOptions: async (
      actor: SessionActor,
      client: PasskeyClient,
      start: FactorStart,
    ): Promise<NewPasskeyChallenge> => {
      const fresh = await demandFresh(actor, start);
      const { host } = siteOf(needs.publicUrl, client);
      const { id, email, name } = await holderOf(actor);
      const passkeys = await store.passkeysOf(db, id);
      if (passkeys.length >= maxPasskeys) throw tooMany();
      const challenge = newChallenge();
      const { statements, ...begun } = challenges.begin('registration', id, { challenge });
      await db.write({ fresh, challenge: statements });
      return {
        ...begun,
        options: {
          ...{ challenge, timeout, rp: { id: host, name: 'Parley' } },
          user: { id: handleOf(id), name: email, displayName: name },
          pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
          excludeCredentials: passkeys.filter((passkey) => passkey.rp_id === host).map(descriptorOf),
          // A key that stores nothing, or has no PIN, can't sign in alone; after a password it is a second factor.
          authenticatorSelection: {
            residentKey: 'preferred',
            requireResidentKey: false,
            userVerification: 'preferred',
          },
          attestation: 'none',
        },
      };
    },

    addPasskey: async (
      actor: SessionActor,
      client: PasskeyClient,
      { token, name, response }: PasskeyDraft,
    ): Promise<AddedPasskey> => {
      const site = siteOf(needs.publicUrl, client);
      const { id: user } = actor.user;
      const challenge = await challenges.find(token, 'registration', client.address);
      if (challenge.user_id !== user) throw expired();
      await challenges.countTry(token, 'registration');
      const made = await readAttestation({ response, challenge: challenge.challenge ?? '', site });
      if (made === undefined) throw wrongFactor();
      const row: PasskeyRow = {
        ...{ id: needs.newId('passkey'), user_id: user, rp_id: site.host, name, ...made },
        ...{ created_at: now(), last_used_at: null },
      };
      const statements = [
        challenges.use(challenge),
        ...store.insertPasskey(db, row, { most: maxPasskeys, full: tooMany, onConflict: known }),
      ];
      const recoveryCodes = await add(actor, statements, { method: 'passkey', passkey: row.id });
      return { passkey: toPasskey(row), recoveryCodes };
    },

    renamePasskey: async (actor: SessionActor, id: string, name: string): Promise<Passkey> => {
      const { id: user } = actor.user;
      const row = (await store.passkeysOf(db, user)).find((passkey) => passkey.id === id);
      if (row === undefined) throw noPasskey();
      await db.write({
        held: holdRow(db, 'passkeys', { id }),
        event: needs.record(actor, {
          ...{ type: 'passkey.updated', data: { user, passkey: id } },
          changes: changesOf({ id, user_id: user }, { name }),
        }),
        passkey: store.renamePasskey(db, user, { id, name, orElse: noPasskey }),
      });
      return toPasskey({ ...row, name });
    },

    /** Removes a passkey. Throws `second_factor_demanded` if it is the last second factor and a workspace requires one. */
    removePasskey: (actor: SessionActor, id: string): Promise<void> =>
      remove(actor, store.removePasskey(db, actor.user.id, { id, orElse: noPasskey }), {
        method: 'passkey',
        passkey: id,
      }),
  };
}

/** A passkey as its person sees it. */
export const toPasskey = ({
  id,
  name,
  created_at: at,
  last_used_at: used,
  backed_up: backedUp,
}: PasskeyRow): Passkey => ({
  _id: id,
  name,
  createdAt: iso(at),
  lastUsedAt: used === null ? null : iso(used),
  backedUp: Number(backedUp) === 1,
});
