import { AuthenticationError, Parley, PermissionDeniedError } from '@parley/sdk';
import { confirmation, renewal } from './proofs.ts';
import { noteRefusal, noticingFetch } from './rate-limit.ts';

const parley = new Parley({ baseURL: '', session: true, logLevel: 'off', fetch: noticingFetch });

/** Codes of a 401 that mean "no valid session", not "wrong password": the cookie is gone, or its session has ended. */
const sessionOver = new Set(['missing_api_key', 'session_ended']);

/** True if a failure means that no user is signed in. */
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

/** True if the user has to confirm their identity before the call can be repeated. */
const isUnconfirmed = (error: unknown): boolean =>
  error instanceof PermissionDeniedError && error.code === 'confirmation_required';

/**
 * Calls the service as the signed-in user. If the session has ended, or the service wants to know that it is still the
 * user, asks them in place and repeats the call, so that no input is lost. The service has done nothing before that.
 */
export async function callApi<T>(call: (client: Parley) => Promise<T>): Promise<T> {
  const soFar = { renewals: renewal.soFar(), confirmations: confirmation.soFar() };
  try {
    return await callSignedOut(call);
  } catch (error) {
    if (isSignedOut(error)) await renewal.ask(error, soFar.renewals);
    else if (isUnconfirmed(error)) await confirmation.ask(error, soFar.confirmations);
    else throw error;
    return callSignedOut(call);
  }
}
