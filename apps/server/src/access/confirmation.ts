import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';

/** Lifetime of a sign-in or a confirmation for operations that ask again, in ms: 15 minutes. */
const confirmationLifetime = 15 * 60_000;

/** The refusal of a session whose person has to prove again who they are. */
export const unconfirmed = () =>
  new AppError('confirmation_required', 'Confirm that it is you: this needs a proof from the last 15 minutes.', {
    hint: 'Confirm with POST /api/session/confirmation, then repeat the request.',
  });

/** True if a proof of a session is fresh; times in milliseconds since 1970. */
export const isFresh = (confirmedAt: number, now: number): boolean => confirmedAt + confirmationLifetime > now;

/**
 * Throws `confirmation_required` if a session's person has a second factor and proved it too long ago. API keys and
 * people without a second factor aren't asked.
 */
export function demandConfirmed(actor: Actor, now: number): void {
  if (actor.kind !== 'session' || !actor.hasSecondFactor || isFresh(actor.confirmedAt, now)) return;
  throw unconfirmed();
}
