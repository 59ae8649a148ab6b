import type { Statement } from '../storage/unit.ts';

/** The browser or program that signs in: a session is listed with it, and failed attempts count for its address. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** A person who signs in. */
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

/** A new session and the statements that store it. They belong in the same unit of work as the sign-in. */
export interface NewSession<Session extends SessionToken = SessionToken> {
  readonly session: Session;
  readonly statements: readonly Statement[];
}
