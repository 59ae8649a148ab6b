import type { SessionActor, SystemActor } from '../../access/actor.ts';
import { isFresh, unconfirmed } from '../../access/confirmation.ts';
import { principalGone } from '../../access/ended-credentials.ts';
import type { SignInUser } from '../../access/sign-in.ts';
import { AppError } from '../../errors.ts';
import type { RecordEvent } from '../../events/happening.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import type { Sealing } from '../../storage/secrets/sealed.ts';
import type { Statement } from '../../storage/unit.ts';
import { type Challenges, expired } from './challenges.ts';
import { newCodes, readCode } from './codes.ts';
import { type Factor, type FactorVerification, placeOfSecret, wrongFactor } from './factor-verification.ts';
import { createPasskeys, toPasskey } from './passkeys.ts';
import type { FactorStart, NewTotp, RecoveryCodes, SecondFactor, TotpConfirmation, TotpConfirmed } from './schema.ts';
import * as store from './store.ts';
import { newTotp, stepOf } from './totp.ts';

/** Max time from the start of a new authenticator app to its first code, in ms: an hour, to install one. */
const pendingLifetime = 60 * 60_000;

/** A person whose second factors change. */
interface Holder extends SignInUser {
  readonly account_id: string;
}

/** Dependencies of managing second factors. */
export interface SecondFactorNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'passkey'): string;
  readonly secrets: Sealing;
  readonly record: RecordEvent;
  readonly publicUrl: string;
  readonly challenges: Challenges;
  readonly proving: FactorVerification;
  findUser(by: { readonly id: string }): Promise<Holder | undefined>;
  /** Checks the password; returns the statements that fail if it changes meanwhile. Throws `invalid_credentials`. */
  confirmPassword(actor: SessionActor, password: string): Promise<readonly Statement[]>;
  /** Slows down guesses at codes of a person; resolves with whether the attempt succeeded. */
  attempt(user: string, tries: () => Promise<boolean>): Promise<boolean>;
  /** Returns the statements that end the person's other sessions, and note that this one's person has just proved. */
  confirmAlone(actor: SessionActor): readonly Statement[];
  /** Returns the events that tell of a change. */
  tell(user: Holder, by: SessionActor | SystemActor): Promise<readonly Statement[]>;
  forgetCallers(): void;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

const noTotp = () => new AppError('second_factor_not_found', 'You have no authenticator app.');
const demanded = () =>
  new AppError('second_factor_demanded', 'A workspace requires a second factor, so you can’t remove your last one.', {
    hint: 'Add another one first.',
  });
const missing = () =>
  new AppError('second_factor_missing', 'You have no second factor.', {
    hint: 'Add an authenticator app or a passkey first.',
  });

const iso = (time: number) => new Date(Number(time)).toISOString();

/** The second factors of the caller: read, add, remove, and recovery codes. */
export function createSecondFactors(needs: SecondFactorNeeds) {
  const { db, now, secrets, proving } = needs;

  const holderOf = async (actor: SessionActor): Promise<Holder> => {
    const user = await needs.findUser({ id: actor.user.id });
    if (user === undefined) throw principalGone(actor);
    return user;
  };

  /**
   * Demands a proof of the last 15 minutes, or the password for the first second factor. Returns the statements of that.
   */
  const demandFresh = async (actor: SessionActor, { password }: FactorStart): Promise<readonly Statement[]> => {
    if (password !== undefined && !actor.hasSecondFactor) return needs.confirmPassword(actor, password);
    if (!isFresh(actor.confirmedAt, now())) throw unconfirmed();
    return [];
  };

  const freshCodes = (user: string) => {
    const codes = newCodes();
    const time = now();
    const rows = codes.map((code) => ({
      ...{ id: proving.digestOf(user, code.replace('-', '')), user_id: user, created_at: time },
    }));
    return { codes, statements: store.putCodes(db, user, rows) };
  };

  const eventOf = (actor: SessionActor, type: 'second_factor.enabled' | 'second_factor.disabled', factor: Factor) =>
    needs.record(actor, { type, data: { user: actor.user.id, ...factor } });
  const codesCreated = (actor: SessionActor) =>
    needs.record(actor, { type: 'second_factor.recovery_codes_created', data: { user: actor.user.id } });

  /**
   * Writes a new second factor. With the first one come recovery codes, which are returned, and the person's other
   * sessions end: they began without it.
   */
  const add = async (
    actor: SessionActor,
    statements: readonly Statement[],
    factor: Factor,
  ): Promise<string[] | null> => {
    const user = await holderOf(actor);
    const isFirst = !(await store.any(db, user.id));
    const recovery = isFirst ? freshCodes(user.id) : undefined;
    await db.write({
      judged: isFirst ? store.demandNone(db, user.id, expired) : store.demandAny(db, user.id, expired),
      factor: statements,
      recovery: recovery?.statements,
      alone: isFirst ? needs.confirmAlone(actor) : undefined,
      event: eventOf(actor, 'second_factor.enabled', factor),
      codes: isFirst ? codesCreated(actor) : undefined,
      events: await needs.tell(user, actor),
      authority: bumpAuthority(db),
    });
    needs.forgetCallers();
    return recovery?.codes ?? null;
  };

  const remove = async (actor: SessionActor, removed: Statement, factor: Factor): Promise<void> => {
    const user = await holderOf(actor);
    await db.write({
      held: store.hold(db, user.id),
      removed,
      enough: store.demandEnough(db, user.id, demanded),
      codes: store.removeCodesIfLast(db, user.id),
      event: eventOf(actor, 'second_factor.disabled', factor),
      events: await needs.tell(user, actor),
      authority: bumpAuthority(db),
    });
    needs.forgetCallers();
  };

  return {
    read: async ({ user: { id } }: SessionActor): Promise<SecondFactor> => {
      const [totp, passkeys, { left, at }, requiredBy] = await Promise.all([
        store.findTotp(db, id),
        store.passkeysOf(db, id),
        store.codesOf(db, id),
        store.requiredBy(db, id),
      ]);
      return {
        totp: totp === undefined || totp.created_at === null ? null : { createdAt: iso(totp.created_at) },
        passkeys: passkeys.map(toPasskey),
        recoveryCodes: left === 0 ? null : { left, createdAt: iso(at) },
        requiredBy: requiredBy.map(({ id: _id, name }) => ({ _id, name })),
      };
    },

    /** Creates the secret of an authenticator app, which counts once `confirmTotp` has got a code of it. */
    startTotp: async (actor: SessionActor, start: FactorStart): Promise<NewTotp> => {
      const fresh = await demandFresh(actor, start);
      const { id, email } = actor.user;
      const totp = newTotp(email);
      const secret = secrets.seal(totp.secret, placeOfSecret(id));
      await db.write({ fresh, pending: store.putPending(db, id, { secret, now: now() }) });
      return totp;
    },

    confirmTotp: async (actor: SessionActor, { code }: TotpConfirmation): Promise<TotpConfirmed> => {
      const { id } = actor.user;
      const typed = readCode(code);
      if (typed?.kind !== 'totp') throw wrongFactor();
      const row = await store.findTotp(db, id);
      const pending = row?.pending ?? null;
      if (pending === null || Number(row?.pending_at) + pendingLifetime <= now()) throw expired();
      const secret = secrets.open(pending, placeOfSecret(id));
      let step: number | undefined;
      await needs.attempt(id, async () => {
        step = stepOf(secret, typed.code, now());
        return step !== undefined;
      });
      if (step === undefined) throw wrongFactor();
      const confirmed = store.confirmTotp(db, id, { pending, step, now: now(), orElse: expired });
      return { recoveryCodes: await add(actor, [confirmed], { method: 'totp' }) };
    },

    /** Removes the authenticator app. Throws `second_factor_demanded` if a workspace requires it. */
    removeTotp: (actor: SessionActor): Promise<void> =>
      remove(actor, store.removeTotp(db, actor.user.id, noTotp), { method: 'totp' }),

    ...createPasskeys(needs, { holderOf, demandFresh, add, remove }),

    /** Replaces the recovery codes; earlier ones end. Throws `second_factor_missing`. */
    renewCodes: async (actor: SessionActor): Promise<RecoveryCodes> => {
      const user = await holderOf(actor);
      const { codes, statements } = freshCodes(user.id);
      await db.write({
        any: store.demandAny(db, user.id, missing),
        codes: statements,
        event: codesCreated(actor),
        events: await needs.tell(user, actor),
      });
      return { recoveryCodes: codes };
    },
  };
}
