import { isObject } from './values.ts';

/** An answer of the service that isn't a success, or none: `status` is then 0. */
export class ChatError extends Error {
  readonly status: number;
  readonly code: string;
  /** When a repeat may help, in ms; undefined if the service doesn't say. */
  readonly retryAfter: number | undefined;
  /** Problems by the paths of fields. */
  readonly details: Readonly<Record<string, string>>;

  constructor(status: number, code: string, { message = code, retryAfter, details = {} }: About) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.details = details;
  }

  /** True if the same request may succeed later. */
  get passes(): boolean {
    return this.status === 0 || this.status === 408 || this.status >= 500 || this.code === 'idempotency_in_progress';
  }
}

interface About {
  readonly message?: string;
  readonly retryAfter?: number;
  readonly details?: Readonly<Record<string, string>>;
}

/** A request to the service. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly token?: string | undefined;
  /** The `Idempotency-Key`. */
  readonly key?: string | undefined;
  readonly lastEventId?: string | undefined;
  /** Asks for events instead of JSON. */
  readonly events?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** An event of a stream. */
export interface StreamEvent {
  readonly id: string;
  readonly name: string;
  readonly data: Record<string, unknown>;
}

/** Max time until an answer begins, in ms. */
const answerTimeout = 30_000;

/** Max time between two pieces of a stream, in ms; the service sends a comment every 15 s. */
const idleTimeout = 40_000;

/** Max characters of one event. */
const maxEvent = 4 * 1024 * 1024;

/** Sends a request; resolves once a success begins. Rejects with a `ChatError`. */
async function send(call: Call, controller: AbortController): Promise<Response> {
  const { method = 'GET', path, body, token, key, lastEventId, events = false, signal } = call;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, answerTimeout);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const response = await fetch(path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: controller.signal,
      headers: {
        accept: events ? 'text/event-stream' : 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    throw await readFailure(response);
  } catch (error) {
    throw error instanceof ChatError ? error : new ChatError(0, 'unreachable', {});
  } finally {
    clearTimeout(timer);
  }
}

async function readFailure(response: Response): Promise<ChatError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error, code, details } = isObject(body) ? body : {};
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ChatError(response.status, typeof code === 'string' ? code : 'unknown', {
    ...(typeof error === 'string' && { message: error }),
    ...(Array.isArray(details) && { details: Object.fromEntries(details.map(({ path, message }) => [path, message])) }),
    ...(Number.isFinite(seconds) && { retryAfter: seconds * 1000 }),
  });
}

/** The data of an answer. Rejects with a `ChatError`. */
export async function ask(call: Call): Promise<Record<string, unknown>> {
  const response = await send(call, new AbortController());
  const body: unknown = await response.json().catch(() => undefined);
  if (isObject(body) && isObject(body['data'])) return body['data'];
  throw new ChatError(0, 'unreachable', {});
}

/**
 * The events of an answer, until it ends, is aborted, or is silent for 40 s; then rejects with a `ChatError` of status
 * 0. Leaving the loop closes the connection. The first event, `open`, is ours: the answer has begun. An answer of JSON
 * is one event, `answer`.
 */
export async function* listen(call: Call): AsyncGenerator<StreamEvent, void, undefined> {
  const controller = new AbortController();
  const response = await send({ ...call, events: true }, controller);
  try {
    yield { id: '', name: 'open', data: {} };
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const body: unknown = await response.json();
      if (isObject(body) && isObject(body['data'])) yield { id: '', name: 'answer', data: body['data'] };
      return;
    }
    yield* parse(readParts(response, controller));
  } catch (error) {
    throw error instanceof ChatError ? error : new ChatError(0, 'unreachable', {});
  } finally {
    controller.abort();
  }
}

async function* readParts(response: Response, controller: AbortController): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  while (reader !== undefined) {
    const timer = setTimeout(() => controller.abort(), idleTimeout);
    try {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Server-sent events (WHATWG HTML, section 9.2.6), which the service ends by line feeds. */
async function* parse(parts: AsyncIterable<string>): AsyncGenerator<StreamEvent, void, undefined> {
  let rest = '';
  for await (const part of parts) {
    const blocks = (rest + part.replaceAll('\r', '')).split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > maxEvent) throw new ChatError(0, 'unreachable', {});
    for (const block of blocks) {
      const event = readEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

function readEvent(block: string): StreamEvent | undefined {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '');
  }
  const { id = '', event: name = '', data = '' } = fields;
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? { id, name, data: value } : undefined;
  } catch {
    return undefined;
  }
}
