import { AppError } from '../errors.ts';
import type { Principal } from './actor.ts';

/** The error of a session that has ended. */
export const sessionEnded = () => new AppError('session_ended', 'The session has ended; sign in again.');

/** The error of a revoked key. */
export const keyRevoked = () => new AppError('revoked_api_key', 'The API key has been revoked.');

/** The error of a request whose person or account was deleted while it was handled. */
export const principalGone = ({ kind }: Pick<Principal, 'kind'>) =>
  kind === 'session' ? sessionEnded() : keyRevoked();
