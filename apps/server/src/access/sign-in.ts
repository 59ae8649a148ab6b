import type { Statement } from '../storage/unit.ts';

/** The browser or program that signs in: a session is listed with it, and failed attempts count for its address. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** A person, as those who sign in are known. */
export interface SignInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The token of a new session, which is never shown again, and its lifetime. */
export interface SessionToken {
  readonly token: string;
  readonly maxAgeSeconds: number;
}

/** A new session, and the statements that write it: they belong in the unit of work of what the person signs in with. */
export interface NewSession<Session extends SessionToken = SessionToken> {
  readonly session: Session;
  readonly statements: readonly Statement[];
}
