import { isObject, type Json } from './chat-wire/json.ts';
import { redactValues, redactVendorKeys } from './redact-secrets.ts';

/** Why a model did not complete its reply: a closed set of ours, whatever the vendor calls it. */
export const failureReasons = [
  'context_too_long',
  'unknown_model',
  'content_policy',
  'quota_used_up',
  'bad_request',
  'authentication',
  'rate_limited',
  'unavailable',
  'timeout',
  'invalid_response',
  'schema_mismatch',
  'not_configured',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/**
 * The provider's words about a failure, without secrets, for the operator's log; `quoteOf` has what others may read.
 */
export interface ToldFailure {
  /** The vendor's own names of the error. */
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
  /** The provider's ID of the request. */
  readonly requestId?: string;
}

/** The words by which vendors name a reason, in their types, codes and messages. The first match decides. */
const words: readonly (readonly [FailureReason, RegExp])[] = [
  ['quota_used_up', /insufficient_quota|billing|credit balance|exceeded your current quota/i],
  ['content_policy', /content_filter|content_policy|content.management.policy|safety system|usage policies/i],
  [
    'context_too_long',
    /context_length_exceeded|(?:prompt|input|request|messages?) (?:is|are) too (?:long|large)|maximum context|context.?(?:length|window|size)|request_too_large/i,
  ],
  [
    'unknown_model',
    /model_not_found|\bnot_found_error|\bmodel\b.{0,80}\bnot (?:found|exist)|no such model|unknown model/i,
  ],
  ['authentication', /authentication_error|permission_error|invalid_api_key|incorrect api key/i],
  ['rate_limited', /rate_limit/i],
  ['unavailable', /overloaded|server_error|api_error/i],
];

/** Statuses that mean one reason, whatever the words are. Vendors use 429 for a used-up quota, too. */
const decisive: Readonly<Record<number, FailureReason>> = {
  401: 'authentication',
  402: 'quota_used_up',
  408: 'timeout',
  413: 'context_too_long',
  429: 'rate_limited',
};

/** Reasons by status, if the words say nothing. */
const likely: Readonly<Record<number, FailureReason>> = { 403: 'authentication', 404: 'unknown_model' };

/**
 * Returns the reason of a provider's refusal. `status` is undefined if the error came within a reply that had started.
 * A status of 500 or more says enough: what a server says about its own trouble may contain any word.
 */
export function reasonOf(status: number | undefined, { type, code, message }: ToldFailure): FailureReason {
  if (status !== undefined && status >= 500) return 'unavailable';
  const text = [type, code, message].filter((part) => part !== undefined).join('\n');
  const [named] = words.find(([, pattern]) => pattern.test(text)) ?? [];
  if (status === undefined) return named ?? 'unavailable';
  const certain = named === 'quota_used_up' ? named : decisive[status];
  return certain ?? named ?? likely[status] ?? 'bad_request';
}

/** The continuation of a sentence about the provider, by reason; undefined if its status says it better. */
const sayings: Readonly<Partial<Record<FailureReason, string>>> = {
  context_too_long: 'the prompt is too long for its context',
  unknown_model: 'its provider does not have it',
  content_policy: 'the content policy of its provider refused the request',
  quota_used_up: 'the quota at its provider is used up',
  authentication: 'its provider refused the API key',
  rate_limited: 'its provider receives too many requests',
};

/** Describes a refusal in words that continue a sentence about the model. */
export function sayingOf(reason: FailureReason, status: number | undefined): string {
  const saying = sayings[reason];
  if (status === undefined) return saying ?? 'its provider reported an error';
  return saying === undefined ? `it answered with status ${status}` : `${saying} (status ${status})`;
}

/** Max characters of a provider's message in the log, and of its other texts. */
const maxMessage = 500;
const maxName = 100;

/** Max characters of an error that are read. */
const maxRead = 64 * 1024;

/** Max errors of a list whose words are kept. */
const maxWords = 5;

/** Max characters of a text from which secrets are removed; what is kept of it is far less. */
const maxRedacted = 8 * 1024;

/** Reads what a provider said: the JSON or text of a refusal, or the value of an error event. */
export function readTold(said: unknown, secrets: readonly string[], requestId?: string): ToldFailure {
  const given = firstOf(typeof said === 'string' ? parse(said.slice(0, maxRead)) : said);
  const outer = isObject(given) ? given : {};
  const error = firstOf(outer['error'] ?? given);
  const fields = isObject(error) ? error : {};
  const message = messageOf(fields) ?? [error, given].find((text) => typeof text === 'string') ?? messageOf(outer);
  return {
    ...named('type', fields['type'] ?? fields['status'] ?? fields['__type'], { secrets, most: maxName }),
    ...named('code', fields['code'], { secrets, most: maxName }),
    ...named('message', message, { secrets, most: maxMessage }),
    ...named('requestId', requestId, { secrets, most: maxName }),
  };
}

/** Gemini's layer reports an error as a list of one. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** The names of the fields in which servers have the words of an error. */
const messageFields = ['message', 'Message', 'detail', 'msg', 'error_message', 'error_msg', 'errors', 'error'] as const;

/** Returns the words of an error, with those that a gateway has passed on; undefined if it has no words. */
function messageOf(fields: Json): string | undefined {
  const message = messageFields.map((name) => wordsOf(fields[name])).find((text) => text !== '');
  const { metadata } = fields;
  const raw = isObject(metadata) ? wordsOf(metadata['raw']) : '';
  return raw === '' ? message : [message, raw].filter(Boolean).join(': ');
}

/** The words of a field: a text, or those of an object or of each of a list, such as FastAPI's `detail`. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.slice(0, maxWords).map(wordsOf).filter(Boolean).join('; ');
  if (!isObject(value)) return '';
  const text = [value['message'], value['msg'], value['detail']].find((each) => typeof each === 'string') ?? '';
  const { loc } = value;
  return Array.isArray(loc) && loc.length > 0 ? `${loc.join('.')}: ${text}` : String(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function named(name: string, value: unknown, { secrets, most }: { secrets: readonly string[]; most: number }) {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '') return {};
  const safe = redact(text.slice(0, maxRedacted), secrets).replace(/\s+/g, ' ').trim();
  return { [name]: safe.length > most ? `${safe.slice(0, most).toWellFormed()}…` : safe };
}

/** Patterns of credentials: a header's value, the text after its name, a key, or a long token. */
const credentials: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+\S+/gi, '$1 [redacted]'],
  [/\b(api[-_ ]?key|secret|password|authorization)\b([^:=\n]{0,20}[:=]\s*)\S+/gi, '$1$2[redacted]'],
  [/\bkey[-_][\w*.-]{6,}/gi, '[redacted]'],
  [/[\w+/=-]{40,}/g, '[redacted]'],
];

/** The IDs by which vendors name the account that pays, and links that lead into it. */
const accounts: readonly (readonly [RegExp, string])[] = [
  [/\b(?:org|proj|acct|user)[-_][A-Za-z0-9]{8,}\b/g, '[redacted]'],
  [/(\bhttps?:\/\/[^\s?#]*)[?#]\S*/gi, '$1'],
];

/**
 * Returns what the members of a workspace may read of a provider's message: without the operator's account there.
 * Undefined if it said nothing, or answered with a page, which is that of a proxy.
 */
export function quoteOf({ message }: ToldFailure): string | undefined {
  if (message === undefined || message.startsWith('<')) return undefined;
  return accounts.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), message);
}

/** Removes known secrets, parts and other forms of them, and what looks like one, from a text. */
export function redact(text: string, secrets: readonly string[]): string {
  const safe = redactVendorKeys(redactValues(text, secrets));
  return credentials.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), safe);
}
