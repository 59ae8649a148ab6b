import { AuthenticationError, Parley } from '@parley/sdk';
import { noteRefusal, noticingFetch } from './limits.ts';
import { renewSession } from './renewal.ts';

const parley = new Parley({ baseURL: '', session: true, logLevel: 'off', fetch: noticingFetch });

/** Codes of a 401 that say that the session is over, and not that a password is wrong. */
const sessionOver = new Set(['missing_api_key', 'invalid_api_key', 'expired_api_key', 'revoked_api_key']);

/** Whether a failure says that nobody is signed in (any more). */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof AuthenticationError && sessionOver.has(error.code ?? '');

/** Calls the service without asking to sign in again: for pages that are there before anybody has. */
export async function callSignedOut<T>(call: (client: Parley) => Promise<T>): Promise<T> {
  try {
    return await call(parley);
  } catch (error) {
    noteRefusal(error);
    throw error;
  }
}

/**
 * Calls the service as the person who is signed in. Where the session has ended meanwhile, asks to sign in again in
 * place and then makes the call once more, so that nothing that was typed is lost.
 */
export async function callApi<T>(call: (client: Parley) => Promise<T>): Promise<T> {
  try {
    return await callSignedOut(call);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    await renewSession(error);
    return callSignedOut(call);
  }
}
