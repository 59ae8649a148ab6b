import type { ErrorCode } from '../../errors.ts';
import type { Failure } from '../errors.ts';
import { statusOf } from '../statuses.ts';
import { access } from './access.ts';
import { channels } from './channels.ts';
import { conflicts } from './conflicts.ts';
import type { GuideEntry } from './entry.ts';
import { limits } from './limits.ts';
import { notFound } from './missing.ts';
import { requests } from './requests.ts';
import { server } from './server.ts';

/** Cause and cure of every error code. A missing code does not compile. */
export const guide: Readonly<Record<ErrorCode, GuideEntry>> = {
  ...requests,
  ...access,
  ...channels,
  ...notFound,
  ...conflicts,
  ...limits,
  ...server,
};

/** The codes of the guide under headings, in the order in which the pages show them. */
export const sections: readonly { readonly title: string; readonly codes: readonly ErrorCode[] }[] = [
  { title: 'The request', codes: namesOf(requests) },
  { title: 'Authentication and rights', codes: namesOf(access) },
  { title: 'Channels and visitors', codes: namesOf(channels) },
  { title: 'Not found', codes: namesOf(notFound) },
  { title: 'Conflicts', codes: namesOf(conflicts) },
  { title: 'Limits', codes: namesOf(limits) },
  { title: 'The server and its providers', codes: namesOf(server) },
];

function namesOf(part: Readonly<Partial<Record<ErrorCode, GuideEntry>>>): readonly ErrorCode[] {
  return Object.keys(part) as ErrorCode[];
}

/** Statuses after which a request may or may not have had its effect, so that clients repeat only some requests. */
const ambiguous: readonly number[] = [408, 500, 502, 503, 504];

/** Codes whose status says "repeat", but after which a repeat doesn't help. */
const hopeless: readonly ErrorCode[] = [
  ...(['too_many_failed_attempts', 'too_many_mails', 'channel_limit_reached', 'query_timeout'] as const),
];

/** Tells if the clients repeat a request that failed with a code: `yes`, `if safe` or `no`. */
export function repeatedByClients(code: ErrorCode): 'yes' | 'if safe' | 'no' {
  if (hopeless.includes(code)) return 'no';
  if (code === 'idempotency_in_progress' || statusOf[code] === 429) return 'yes';
  return ambiguous.includes(statusOf[code]) ? 'if safe' : 'no';
}

/** Returns an example of the response body with a code. */
export function failureExample(code: ErrorCode): Failure {
  const { error, details, hint } = guide[code];
  return {
    success: false,
    error,
    code,
    requestId: 'req_4d813e704500006a',
    ...(details && { details: details.map((detail) => ({ ...detail })) }),
    ...(hint !== undefined && { hint }),
  };
}
