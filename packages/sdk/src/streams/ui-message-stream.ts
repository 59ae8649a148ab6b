import type { MessageStream } from '../core/message-stream.ts';
import { APIUserAbortError } from '../errors.ts';
import { MessageFailedError } from '../message-failed-error.ts';
import type { Citation, MessageEvent } from '../types.ts';

/** Options of `toUIMessageStreamResponse`. */
export interface UIMessageStreamOptions {
  /** The status of the response (200). */
  readonly status?: number | undefined;
  /** Added to the headers of the response. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The sentence that the page gets for an error. By default that of a failed reply, and "An error occurred." for any
   * other, since its message is for the owner of the key.
   */
  readonly onError?: ((error: unknown) => string) | undefined;
}

/** The interval of comments on a silent stream in ms, so that no proxy takes it for lost. */
const PING = 15_000;

/** Headers of the protocol, and for proxies that would hold a stream back. */
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Vercel-AI-UI-Message-Stream': 'v1',
  'X-Accel-Buffering': 'no',
};

/**
 * Returns a stream as the response that `useChat` of the AI SDK reads (UI message stream, version 1), for the route of a
 * web server. Text, reasoning, tools and citations become parts of the message; its metadata has the ID of the
 * conversation, for the next message. The stream is aborted if the browser leaves; the service continues the reply.
 *
 * @example
 * return toUIMessageStreamResponse(client.agents.stream(agentId, { content, conversationId }));
 */
export function toUIMessageStreamResponse(
  stream: MessageStream,
  { status = 200, headers = {}, onError = sentenceOf }: UIMessageStreamOptions = {},
): Response {
  const chunks = toChunks(stream, onError);
  const encoder = new TextEncoder();
  let waiting: Promise<IteratorResult<object, void>> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        waiting ??= chunks.next();
        const next = await orPing(waiting);
        if (next === undefined) return send(': ping\n\n');
        waiting = undefined;
        if (next.done !== true) return send(`data: ${JSON.stringify(next.value)}\n\n`);
        send('data: [DONE]\n\n');
        controller.close();
      },
      cancel: () => {
        stream.abort();
        chunks.return().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  const all = new Headers(HEADERS);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(body, { status, headers: all });
}

/** Waits for a result; undefined if a comment is due before. */
async function orPing<Result>(wanted: Promise<Result>): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PING);
  });
  try {
    return await Promise.race([wanted, silence]);
  } finally {
    clearTimeout(timer);
  }
}

const sentenceOf = (error: unknown) => (error instanceof MessageFailedError ? error.message : 'An error occurred.');

/** The chunks of a turn; an error is the last one. */
async function* toChunks(
  stream: AsyncIterable<MessageEvent>,
  onError: (error: unknown) => string,
): AsyncGenerator<object, void, undefined> {
  const turn = createTurn(onError);
  try {
    for await (const event of stream) yield* turn.chunksOf(event);
  } catch (error) {
    yield* turn.end(
      error instanceof APIUserAbortError ? { type: 'abort' } : { type: 'error', errorText: onError(error) },
    );
  }
}

/** Translates the events of one turn, which depend on those before. */
function createTurn(onError: (error: unknown) => string) {
  let started = false;
  let count = 0;
  let open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined;
  const calls = new Set<string>();

  const start = (more: object = {}): object[] => {
    if (started) return [];
    started = true;
    return [{ type: 'start', ...more }];
  };
  const close = (): object[] => {
    const closed = open;
    open = undefined;
    return closed === undefined ? [] : [{ type: `${closed.kind}-end`, id: closed.id }];
  };
  const grow = (kind: 'text' | 'reasoning', delta: string): object[] => {
    const chunks: object[] = [];
    if (open?.kind !== kind) {
      chunks.push(...close());
      count += 1;
      open = { kind, id: String(count) };
      chunks.push({ type: `${kind}-start`, id: open.id });
    }
    return [...chunks, { type: `${kind}-delta`, id: open.id, delta }];
  };
  const end = (last: object): object[] => [...start(), ...close(), last];

  const contentOf = (event: MessageEvent): object[] => {
    if (event.type === 'message.delta') return grow('text', event.text);
    if (event.type === 'reasoning') return grow('reasoning', event.text);
    if (event.type === 'citation') {
      count += 1;
      return [...close(), sourceOf(event.citation, count)];
    }
    if (event.type === 'tool.call') {
      const { callId: toolCallId, name: toolName, arguments: input } = event.call;
      calls.add(toolCallId);
      return [...close(), { type: 'tool-input-available', toolCallId, toolName, input, ...tool }];
    }
    // The page refuses a result whose call it doesn't know.
    if (event.type !== 'tool.result' || !calls.has(event.result.callId)) return [];
    const { callId: toolCallId, content, isError } = event.result;
    const outcome = isError
      ? { type: 'tool-output-error', errorText: content }
      : { type: 'tool-output-available', output: content };
    return [...close(), { ...outcome, toolCallId, ...tool }];
  };

  return {
    end,
    chunksOf: (event: MessageEvent): object[] => {
      if (event.type === 'message.created') {
        const { role, _id: messageId, conversation } = event.message;
        return role === 'assistant' ? start({ messageId, messageMetadata: { conversation } }) : [];
      }
      if (event.type === 'message.completed' || event.type === 'message.requires_action')
        return end({ type: 'finish' });
      if (event.type === 'message.cancelled') return end({ type: 'abort' });
      if (event.type !== 'message.failed') return [...start(), ...contentOf(event)];
      const { message, error, code } = event;
      // A service from before `message.cancelled` ends a cancelled reply so.
      if (message?.status === 'cancelled') return end({ type: 'abort' });
      const failure = new MessageFailedError(error, { code, reply: message ?? undefined });
      return end({ type: 'error', errorText: onError(failure) });
    },
  };
}

/** The service calls tools, and their names aren't known when the page is compiled. */
const tool = { providerExecuted: true, dynamic: true };

function sourceOf(citation: Citation, number: number): object {
  const { title, url } = citation;
  const common = { sourceId: `${citation.source}-${number}`, title, providerMetadata: { parley: citation } };
  return url === null
    ? { type: 'source-document', mediaType: 'text/plain', ...common }
    : { type: 'source-url', url, ...common };
}
