import { AuthenticationError, Parley } from '@parley/sdk';
import { noteRefusal, noticingFetch } from './limits.ts';
import { renewalsSoFar, renewSession } from './renewal.ts';

const parley = new Parley({ baseURL: '', session: true, logLevel: 'off', fetch: noticingFetch });

/** Codes of a 401 that mean "no valid session", not "wrong password": the cookie is gone, or its session has ended. */
const sessionOver = new Set(['missing_api_key', 'session_ended']);

/** Whether a failure means that no user is signed in. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof AuthenticationError && sessionOver.has(error.code ?? '');

/** Calls the service without offering to sign in again. For pages that work before sign-in. */
export async function callSignedOut<T>(call: (client: Parley) => Promise<T>): Promise<T> {
  try {
    return await call(parley);
  } catch (error) {
    noteRefusal(error);
    throw error;
  }
}

/**
 * Calls the service as the signed-in user. If the session has ended, asks the user to sign in again in place and
 * repeats the call, so that no input is lost.
 */
export async function callApi<T>(call: (client: Parley) => Promise<T>): Promise<T> {
  const soFar = renewalsSoFar();
  try {
    return await callSignedOut(call);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    await renewSession(error, soFar);
    return callSignedOut(call);
  }
}
