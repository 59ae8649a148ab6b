import type { GuidePart } from './entry.ts';

/** Limits that a caller has reached. */
export const limits = {
  rate_limited: {
    error: 'The rate limit is exceeded; try again in 42 seconds.',
    cause: 'The keys of the account together sent more requests in this minute than its plan allows.',
    cure: 'Wait for `Retry-After`. `RateLimit` on each response says how many requests are left.',
    hint: 'The plan allows 60 requests a minute, all keys of the account and messages from the dashboard together.',
  },
  too_many_failed_attempts: {
    error: 'Too many failed attempts; try again in 60 seconds.',
    cause: 'Too many wrong keys, passwords, codes or links came from this address, or for this person.',
    cure: 'Correct the credential, then wait for `Retry-After`.',
  },
  too_many_concurrent: {
    error: 'The account has 10 replies being written, as many as its plan (free) allows.',
    cause:
      'Too much at once: replies, streams, exports or searches of the account, connections of an address, or ' +
      'responses that no client reads.',
    cure: 'Wait until some have ended; read responses, use connections again, close streams that are not read.',
  },
  too_many_mails: {
    error: 'A mail was sent to this address a moment ago.',
    cause: 'The server limits how many mails an address gets and an account sends.',
    cure: 'Use the mail that was sent, or wait for `Retry-After`.',
    hint: 'Wait before you have more sent.',
  },
} satisfies GuidePart;
