import { APIConnectionError, APIError } from '@parley/sdk';

/** A failure as the interface shows it. */
export interface Problem {
  /** One sentence; the service's own if the service responded. */
  readonly message: string;
  readonly hint: string | undefined;
  /** The ID to quote; undefined if the service refused a request that the user can correct. */
  readonly requestId: string | undefined;
  readonly code: string | undefined;
}

const isRefusal = ({ status, code }: APIError) => status < 500 && code !== 'internal_error';

/**
 * True if the same request may succeed later. A deleted record doesn't come back, and permissions don't return by
 * themselves.
 */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof APIError && isRefusal(error) && [403, 404, 410].includes(error.status));

/** Describes any thrown value. */
export function toProblem(error: unknown): Problem {
  // Every refusal of the service has a code of its own.
  if (error instanceof APIError && (error.code === undefined || error.code === 'invalid_response')) {
    return {
      message: `A proxy in front of the server responded in its place (status ${error.status}).`,
      hint: 'Your input is kept. Try again in a moment.',
      requestId: error.requestId,
      code: undefined,
    };
  }
  // The service speaks to a program there. A user sees this only after they closed the question.
  if (error instanceof APIError && error.code === 'confirmation_required') {
    return {
      message: 'Nothing was changed: it needs your confirmation.',
      hint: 'Try again to confirm that it is you.',
      requestId: undefined,
      code: error.code,
    };
  }
  if (error instanceof APIError) {
    const requestId = isRefusal(error) ? undefined : error.requestId;
    return { message: error.message, hint: error.hint, requestId, code: error.code };
  }
  if (error instanceof APIConnectionError) {
    return {
      message: 'The server can’t be reached.',
      hint: 'Your input is kept. Try again once the connection is back.',
      requestId: undefined,
      code: undefined,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { message, hint: undefined, requestId: undefined, code: undefined };
}

/** Messages for single fields, by field name, mostly as the service worded them. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof APIError)) return {};
  // The service's sentence and hint are for programs there.
  if (error.code === 'external_id_conflict') return { externalId: 'Already in use in this workspace.' };
  return Object.fromEntries(error.details.map(({ path, message }) => [path.split('.')[0] ?? path, sentence(message)]));
}

/** As `fieldErrors`, by the whole path of each field: `settings.theme.radius`. */
export const errorsByPath = (error: unknown): Record<string, string> =>
  error instanceof APIError
    ? Object.fromEntries(error.details.map(({ path, message }) => [path, sentence(message)]))
    : {};

/** `must have 12 characters` → `Must have 12 characters.` */
function sentence(message: string): string {
  const [first = '', ...rest] = message;
  return `${first.toUpperCase()}${rest.join('')}${/[.!?]$/.test(message) ? '' : '.'}`;
}
