import type { ErrorCode } from '../../errors.ts';
import { type Endpoint, isRepeatable } from '../endpoint.ts';

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const, examples: [example] },
});
const whole = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, minimum: 0, examples: [example] },
});

/** The headers of responses, under `components` of the OpenAPI document. */
export const headerComponents = {
  ETag: text('The version of what the response contains, for `If-Match` and `If-None-Match`.', '"3"'),
  'Idempotent-Replayed': text('`true` if the response is that of an earlier request, which this one repeats.', 'true'),
  Location: text(
    'The URL of what was created; a GET of it returns that.',
    '/api/agents/agent_01h455vb4pex5vsknk084sn02q',
  ),
  RateLimit: text(
    'Requests left in the window, and seconds until it ends. On every answer to a recognised caller, failures ' +
      'included.',
    '"default";r=59;t=42',
  ),
  'RateLimit-Policy': text('Requests per window, and seconds of a window.', '"default";q=60;w=60'),
  'Retry-After': whole('Seconds after which a repeat makes sense.', 30),
  'WWW-Authenticate': text(
    'The authentication scheme, and the reason why the credential was refused (RFC 6750).',
    'Bearer realm="parley"',
  ),
  'X-RateLimit-Limit': whole('Requests per window.', 60),
  'X-RateLimit-Remaining': whole('Requests left in the window.', 59),
  'X-RateLimit-Reset': whole('End of the window, in seconds since 1970.', 1_790_000_000),
  'X-Request-Id': text('Identifies the request in the log of the operator.', 'req_4d813e704500006a'),
} as const;

type HeaderName = keyof typeof headerComponents;

const rateLimit: readonly HeaderName[] = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Codes with which a repeat may succeed soon, besides those of every 429 and 503. */
const temporary: readonly ErrorCode[] = ['conversation_busy', 'idempotency_in_progress'];

/** A response of an endpoint: its status and, of a failure, its codes. */
interface Documented {
  readonly status: number;
  readonly codes?: readonly ErrorCode[];
}

/** Returns the headers of a response, marked so that `headerReference` finds them. */
export function headersOf(endpoint: Endpoint, { status, codes = [] }: Documented): Record<string, object> {
  const isSuccess = status < 400;
  const kinds: readonly (readonly [boolean, readonly HeaderName[]])[] = [
    [isSuccess && endpoint.tagged === true && endpoint.data !== 'message', ['ETag']],
    [status === 412, ['ETag']],
    [status === 201, ['Location']],
    [isSuccess && isRepeatable(endpoint), ['Idempotent-Replayed']],
    [status === 429 || status === 503 || codes.some((code) => temporary.includes(code)), ['Retry-After']],
    [status === 401 || codes.includes('insufficient_scope'), ['WWW-Authenticate']],
    // Other failures have them, too: named under each, they would make up a third of the document.
    [endpoint.access !== 'public' && (isSuccess || status === 429), rateLimit],
    [true, ['X-Request-Id']],
  ];
  const names = kinds.flatMap(([applies, some]) => (applies ? some : []));
  return Object.fromEntries(names.map((name) => [name, { [keyword]: name }]));
}

/** Marks the schema of a header until it is replaced by a reference. */
const keyword = 'x-header';

/** Returns the reference that a header of a response stands for; undefined for any other node of the document. */
export function headerReference({ schema }: { readonly schema?: unknown }): { $ref: string } | undefined {
  const name = (schema as { readonly [keyword]?: unknown } | undefined)?.[keyword];
  return typeof name === 'string' ? { $ref: `#/components/headers/${name}` } : undefined;
}
