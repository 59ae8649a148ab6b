import type { AppError } from '../errors.ts';
import type { Statement } from '../storage/unit.ts';
import type { Origin } from './actor.ts';

/** The browser or program that signs in: a session is listed with it, and failed attempts count for its address. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** The request of a client, as events name it. */
export const originOf = ({ requestId, address, userAgent }: Client): Origin => ({
  ...{ requestId, address, client: userAgent },
});

/** A person who signs in. */
export interface SignInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** A person whose session begins, with the ID of the person's own account. */
export interface EnteringUser extends SignInUser {
  readonly account: string;
}

/** The token of a new session, which is never shown again, and its lifetime. */
export interface SessionToken {
  readonly token: string;
  readonly maxAgeSeconds: number;
}

/** A new session and the statements that store it. They belong in the same unit of work as the sign-in. */
export interface NewSession<Session extends SessionToken = SessionToken> {
  readonly session: Session;
  readonly statements: readonly Statement[];
}

/** Methods of signing in, in the order in which the API document lists them. */
export const signInMethods = [
  'password',
  'totp',
  'passkey',
  'recovery_code',
  'invitation',
  'password_reset',
  'setup',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** A client with the page that sends the request: passkeys are bound to its host. */
export interface PasskeyClient extends Client {
  /** The `Origin` and the `Host` of the request. */
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/** The step after a password: nothing, or a second factor. */
export interface SecondStep {
  /** The `second_factor_required` with the token of the sign-in; undefined if the person has no second factor. */
  readonly error: AppError | undefined;
  /** Store the sign-in; without a second factor, they fail if the person got one meanwhile. */
  readonly statements: readonly Statement[];
}

/** A second factor that was proved, and the statements that use it up: they fail if another request did. */
export interface FactorProved {
  readonly user: string;
  readonly methods: readonly SignInMethod[];
  readonly statements: readonly Statement[];
}
