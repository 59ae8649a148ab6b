import { APICallError } from '@ai-sdk/provider';
import { OutboundError } from '../outbound/error.ts';
import { ModelError } from './model.ts';
import { refusalOf, reportedError } from './refusal.ts';

/** An error that a provider reported within its reply, as a vendor's package passes it on. */
export class ReportedError extends Error {
  readonly said: unknown;

  constructor(said: unknown) {
    super('The provider reported an error.');
    this.said = said;
  }
}

/**
 * Converts any error of a provider call to a `ModelError`. Its message never repeats what the provider said; `told`
 * does, without the secrets.
 */
export function toModelError(error: unknown, secrets: readonly string[] = []): ModelError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const own = ownError(cause);
    if (own !== undefined) return own;
    const failed = connectionError('code' in cause ? cause.code : undefined);
    if (failed !== undefined) return failed;
  }
  if (error instanceof ReportedError) return reportedError(error.said, secrets);
  if (APICallError.isInstance(error) && error.statusCode !== undefined) {
    const { statusCode: status, responseBody: body, responseHeaders: headers } = error;
    // A success status means that the content of the reply was invalid.
    if (status < 300) return new ModelError('broken', 'its reply could not be read', { status });
    return refusalOf({ status, body, header: (name) => headers?.[name] }, secrets);
  }
  return new ModelError('broken', 'its reply could not be read');
}

/** Returns an error that is our own: one of a model, or the refusal of a redirect or of a compressed response. */
function ownError(error: Error): ModelError | undefined {
  if (error instanceof ModelError) return error;
  if (!(error instanceof OutboundError)) return undefined;
  const { kind, status } = error;
  if (kind === 'too_large') return new ModelError('broken', 'its reply was too large');
  if (kind !== 'redirect') return new ModelError('broken', 'it sent a compressed reply, which was not requested');
  return new ModelError('broken', `it redirected the request (status ${status}), which is not allowed`, { status });
}

/** Returns the error of a connection by the code of Node or undici; undefined for any other code. */
function connectionError(code: unknown): ModelError | undefined {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new ModelError('timeout', 'the connection timed out');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new ModelError('broken', 'its reply was too large');
  if (typeof code !== 'string' || !unreachable.has(code)) return undefined;
  return new ModelError('unreachable', `it could not be reached (${code})`);
}

/** Error codes of Node and undici for a refused, lost or impossible connection. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
]);
