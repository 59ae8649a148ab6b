import { readTold, reasonOf, sayingOf } from './failure.ts';
import { ModelError } from './model.ts';

/** A response with an error status. */
export interface RefusedResponse {
  readonly status: number;
  /** The beginning of its body. */
  readonly body: string | undefined;
  /** Returns the value of a header. */
  header(name: string): string | null | undefined;
}

/** The error of a response with an error status. */
export function refusalOf({ status, body, header }: RefusedResponse, secrets: readonly string[]): ModelError {
  const told = readTold(body, secrets, header('x-request-id') ?? header('request-id') ?? undefined);
  const reason = reasonOf(status, told);
  const retryAfter = retryAfterOf(header('retry-after') ?? undefined);
  return new ModelError('refused', sayingOf(reason, status), { status, reason, told, retryAfter });
}

/** Parses `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), into seconds. */
function retryAfterOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/** The error of a reply that its provider's filter refused before it began; `raw` is the vendor's own reason. */
export function refusedContent(raw: string | undefined): ModelError {
  const reason = 'content_policy';
  return new ModelError('refused', sayingOf(reason, undefined), { reason, told: readTold({ code: raw }, []) });
}

/** The error that a provider reported within its reply. */
export function reportedError(said: unknown, secrets: readonly string[]): ModelError {
  const told = readTold(said, secrets);
  const reason = reasonOf(undefined, told);
  return new ModelError('refused', sayingOf(reason, undefined), { reason, told });
}
