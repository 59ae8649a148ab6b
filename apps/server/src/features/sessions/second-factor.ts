import type { Origin, SessionActor } from '../../access/actor.ts';
import { addressPrefix } from '../../access/limits/address-prefix.ts';
import {
  type FactorProved,
  originOf,
  type PasskeyClient,
  type SecondStep,
  type SignInMethod,
} from '../../access/sign-in.ts';
import { AppError } from '../../errors.ts';
import type { SecondFactorProof } from '../../schemas/passkeys.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import type { FailedSignIns } from './events/failed-sign-ins.ts';
import type { Guard } from './guard.ts';
import type { PasskeyAnswer, SessionConfirmation } from './schema.ts';
import * as store from './store.ts';
import type { Throttle } from './throttle.ts';

/** Functions of second factors that sessions need. */
export interface FactorNeeds {
  /** Returns the step that is left after the password: nothing, or a second factor. */
  secondStep(user: string, method: SignInMethod): Promise<SecondStep>;
  /** Finds a sign-in that lacks its second factor, and judges the proof. Throws `challenge_expired`. */
  openSignIn(
    client: PasskeyClient,
    proof: SecondFactorProof,
  ): Promise<{ readonly user: string; prove(): Promise<FactorProved | undefined> }>;
  /** Judges a passkey that signs in alone. Throws `challenge_expired`. */
  proveAlone(client: PasskeyClient, answer: PasskeyAnswer): Promise<FactorProved | undefined>;
  /** Judges a second factor of the person of a session. Throws `challenge_expired`. */
  proveAgain(
    actor: SessionActor,
    client: PasskeyClient,
    proof: Omit<SessionConfirmation, 'password'>,
  ): Promise<FactorProved | undefined>;
}

interface Needs extends FactorNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly throttle: Throttle;
  readonly guard: Guard;
  readonly failed: FailedSignIns;
}

const wrong = () => new AppError('second_factor_invalid', 'The code or passkey is wrong, or was used before.');

/** Max characters of a credential's ID by which failures count. */
const maxCounted = 100;

/** The subject of the throttle for guesses at the codes of a person, wherever they are made. */
export const codesOf = (user: string) => `second-factor ${user}`;

/** Second factors at a sign-in: asked after the password, and guarded like it. */
export function createSecondFactorSignIn(needs: Needs) {
  const { db, now, guard, throttle, failed } = needs;

  /** Runs an attempt that returns what was proved. Throws `second_factor_invalid` if nothing was. */
  const proving = async (
    prove: () => Promise<FactorProved | undefined>,
    attempt: (tries: () => Promise<boolean>) => Promise<boolean>,
  ): Promise<FactorProved> => {
    let proved: FactorProved | undefined;
    await attempt(async () => {
      proved = await prove();
      return proved !== undefined;
    });
    if (proved === undefined) throw wrong();
    return proved;
  };

  /** Judges a proof of a known person, and notes a wrong one. */
  const noting = async (
    user: string,
    origin: Origin | undefined,
    prove: () => Promise<FactorProved | undefined>,
  ): Promise<FactorProved | undefined> => {
    const proved = await prove();
    if (proved === undefined) failed.note(user, origin, 'second_factor');
    return proved;
  };

  return {
    /** Returns what a password proves of a person without a second factor. Throws `second_factor_required` otherwise. */
    notAsked: async (user: string, demanded: readonly Statement[]) => {
      const { error, statements } = await needs.secondStep(user, 'password');
      if (error === undefined) return { methods: ['password'] as const, statements };
      await db.write({ demanded, asked: statements });
      throw error;
    },

    /**
     * Judges the second factor of a sign-in, of the given person if any. Failures count for the address as wrong
     * passwords do; those at codes count for the person, too. Throws `second_factor_invalid` or `challenge_expired`.
     */
    proved: async (client: PasskeyClient, proof: SecondFactorProof, user?: string): Promise<FactorProved> => {
      const { address } = client;
      guard.permit(address);
      const opened = await needs.openSignIn(client, proof);
      if (user !== undefined && opened.user !== user) throw wrong();
      const isKnownAt = async (place: string) =>
        (await store.readAll(db, opened.user, now())).some((session) => addressPrefix(session.address) === place);
      const email = codesOf(opened.user);
      return proving(
        () => noting(opened.user, originOf(client), opened.prove),
        (tries) =>
          guard.attempt({ email, address, isKnownAt }, () =>
            // A passkey can't be guessed, so wrong ones can't lock its person out.
            proof.code === undefined ? tries() : throttle.attempt(email, tries),
          ),
      );
    },

    /** Judges a passkey that signs in alone. Throws `second_factor_invalid` or `challenge_expired`. */
    provedAlone: (client: PasskeyClient, answer: PasskeyAnswer): Promise<FactorProved> => {
      const email = `passkey ${answer.response.id.slice(0, maxCounted)}`;
      const attempt = { email, address: client.address, isKnownAt: async () => false };
      return proving(
        () => needs.proveAlone(client, answer),
        (tries) => guard.attempt(attempt, tries),
      );
    },

    /** Judges a second factor of the person of a session. Throws `second_factor_invalid` or `challenge_expired`. */
    provedAgain: async (
      actor: SessionActor,
      client: PasskeyClient,
      proof: Omit<SessionConfirmation, 'password'>,
    ): Promise<readonly Statement[]> => {
      const { statements } = await proving(
        () => noting(actor.user.id, originOf(client), () => needs.proveAgain(actor, client, proof)),
        (tries) => (proof.code === undefined ? tries() : throttle.attempt(codesOf(actor.user.id), tries)),
      );
      return statements;
    },
  };
}
