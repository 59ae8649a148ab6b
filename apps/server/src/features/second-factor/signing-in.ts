import type { SessionActor } from '../../access/actor.ts';
import type { FactorProved, PasskeyClient, SecondStep, SignInMethod } from '../../access/sign-in.ts';
import { AppError, invalid, type SecondFactorDemand } from '../../errors.ts';
import type {
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyRequestOptions,
  SecondFactorProof,
} from '../../schemas/passkeys.ts';
import type { Database } from '../../storage/database.ts';
import type { FactorChallengeRow, PasskeyRow } from '../../storage/tables.ts';
import { type Challenges, expired } from './challenges.ts';
import type { FactorVerification } from './factor-verification.ts';
import { siteOf } from './site.ts';
import * as store from './store.ts';
import { newChallenge, timeout } from './webauthn.ts';

/** Dependencies of signing in with a second factor. */
export interface SigningInNeeds {
  readonly db: Database;
  readonly publicUrl: string;
  readonly challenges: Challenges;
  readonly proving: FactorVerification;
  /** Throws `too_many_failed_attempts` while an address, or its network, must wait. */
  permit(address: string): void;
}

/** A sign-in that lacks its second factor. */
export interface OpenSignIn {
  readonly user: string;
  /** Judges the proof; undefined if it is wrong. Throws `challenge_expired` after too many tries. */
  prove(): Promise<FactorProved | undefined>;
}

/** A proof by which a person confirms that it is them: a code, or the token and the answer of a passkey. */
export interface ConfirmingProof {
  readonly code?: string | undefined;
  readonly token?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

export type SigningIn = ReturnType<typeof createSigningIn>;

const required = (secondFactor: SecondFactorDemand) =>
  new AppError('second_factor_required', 'The sign-in needs a second factor.', {
    secondFactor,
    hint: 'Send secondFactor.token with a code to POST /api/session/second-factor.',
  });
const noPasskey = () => new AppError('second_factor_not_found', 'You have no passkey for this address.');
const oneOf = () => invalid([{ path: 'code', message: 'or passkey is required, and not both' }]);

/** A passkey as a browser looks for it. */
export const descriptorOf = ({ credential_id: id, transports }: PasskeyRow) => ({
  id,
  type: 'public-key' as const,
  transports: JSON.parse(transports) as string[],
});

/**
 * Creates the part of a sign-in and of a confirmation that is about second factors. The sessions feature begins the
 * sessions.
 */
export function createSigningIn({ db, publicUrl, challenges, proving, permit }: SigningInNeeds) {
  const methodsOf = async (user: string): Promise<SecondFactorDemand['methods']> => {
    const [totp, passkeys, { left }] = await Promise.all([
      store.findTotp(db, user),
      store.passkeysOf(db, user),
      store.codesOf(db, user),
    ]);
    const factors = [
      ...(totp === undefined || totp.secret === null ? [] : (['totp'] as const)),
      ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
    ];
    return factors.length === 0 || left === 0 ? factors : [...factors, 'recovery_code'];
  };

  const optionsFor = (
    host: string,
    challenge: string,
    passkeys: readonly PasskeyRow[] | undefined,
  ): PasskeyRequestOptions => ({
    ...{ challenge, timeout, rpId: host, allowCredentials: (passkeys ?? []).map(descriptorOf) },
    // Alone, a passkey must be two factors by itself. After a password, a key without a PIN is one, too.
    userVerification: passkeys === undefined ? 'required' : 'preferred',
  });

  const passkeysAt = async (user: string, host: string) => {
    const passkeys = (await store.passkeysOf(db, user)).filter((passkey) => passkey.rp_id === host);
    if (passkeys.length === 0) throw noPasskey();
    return passkeys;
  };

  const answered = async (
    row: FactorChallengeRow & { readonly user_id: string },
    client: PasskeyClient,
    response: PasskeyAssertion,
  ) =>
    row.challenge === null
      ? undefined
      : proving.passkey({ client, response, challenge: row.challenge, user: row.user_id });

  return {
    /**
     * Says what is left to prove after the first factor. The caller writes the statements with whatever else the first
     * factor allows, and then throws the error or begins the session.
     */
    secondStep: async (user: string, method: SignInMethod): Promise<SecondStep> => {
      const methods = await methodsOf(user);
      if (methods.length === 0) return { error: undefined, statements: store.demandNone(db, user, expired) };
      const { token, expiresAt, statements } = challenges.begin('sign-in', user, { method });
      return { error: required({ token, methods, expiresAt }), statements };
    },

    /** Finds a sign-in that lacks its second factor. Throws `validation_failed`, or `challenge_expired`. */
    open: async (client: PasskeyClient, { token, code, passkey }: SecondFactorProof): Promise<OpenSignIn> => {
      if ((code === undefined) === (passkey === undefined)) throw oneOf();
      const row = await challenges.find(token, 'sign-in', client.address);
      const { user_id: user, method } = row;
      const prove = async () => {
        await challenges.countTry(token, 'sign-in');
        const proved =
          code === undefined ? passkey && (await answered(row, client, passkey)) : await proving.code(user, code);
        if (proved === undefined) return undefined;
        const first = method === 'password_reset' ? 'password_reset' : 'password';
        const statements = [challenges.use(row), ...proved.statements];
        return { user, methods: [first, ...proved.methods] as const, statements };
      };
      return { user, prove };
    },

    /** Returns the request that a passkey has to sign: for a sign-in that lacks its second factor, or alone. */
    options: async (client: PasskeyClient, token: string | undefined): Promise<PasskeyChallenge> => {
      permit(client.address);
      const { host } = siteOf(publicUrl, client);
      if (token === undefined) {
        const { challenge, ...begun } = challenges.issue();
        return { ...begun, options: optionsFor(host, challenge, undefined) };
      }
      const row = await challenges.find(token, 'sign-in', client.address);
      const passkeys = await passkeysAt(row.user_id, host);
      const challenge = await challenges.ask(token, 'sign-in');
      const expiresAt = new Date(Number(row.expires_at)).toISOString();
      return { token, expiresAt, options: optionsFor(host, challenge, passkeys) };
    },

    /** Judges a passkey that signs in alone; undefined if it is wrong. Throws `challenge_expired`. */
    proveAlone: async (
      client: PasskeyClient,
      { token, response }: { readonly token: string; readonly response: PasskeyAssertion },
    ): Promise<FactorProved | undefined> => {
      const { challenge, statements } = challenges.read(token);
      const proved = await proving.passkey({ client, response, challenge, user: undefined });
      return proved && { ...proved, statements: [...statements, ...proved.statements] };
    },

    /** Returns the request that a passkey of the person has to sign to confirm that it is them. */
    confirmingOptions: async ({ user }: SessionActor, client: PasskeyClient): Promise<PasskeyChallenge> => {
      const { host } = siteOf(publicUrl, client);
      const passkeys = await passkeysAt(user.id, host);
      const challenge = newChallenge();
      const { statements, ...begun } = challenges.begin('confirmation', user.id, { challenge });
      await db.write({ challenge: statements });
      return { ...begun, options: optionsFor(host, challenge, passkeys) };
    },

    /** Judges a proof by which the person of a session confirms that it is them; undefined if it is wrong. */
    proveAgain: async (
      { user }: SessionActor,
      client: PasskeyClient,
      { code, token, passkey }: ConfirmingProof,
    ): Promise<FactorProved | undefined> => {
      if ((code === undefined) === (passkey === undefined)) throw oneOf();
      if (code !== undefined) return proving.code(user.id, code);
      if (token === undefined || passkey === undefined) {
        throw invalid([{ path: 'token', message: 'is required with passkey' }]);
      }
      const row = await challenges.find(token, 'confirmation', client.address);
      if (row.user_id !== user.id) throw expired();
      await challenges.countTry(token, 'confirmation');
      const proved = await answered(row, client, passkey);
      return proved && { ...proved, statements: [challenges.use(row), ...proved.statements] };
    },
  };
}
