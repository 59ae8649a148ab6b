import { LRUCache } from 'lru-cache';
import type { MakeStream, StreamParts } from '../adapters/kind.ts';
import type { ModelPart, ModelRequest, Thought } from '../model.ts';
import { refusalOf } from '../refusal.ts';
import type { Json } from './json.ts';
import { createDecoder, type Payload } from './payloads.ts';
import { createReader } from './reader.ts';
import { type Chunk, type ChunkReader, post, type Responding, textOf } from './request.ts';
import { changeFor, type RequestChange, requestBody } from './request-body.ts';
import { createStepThoughts } from './step-thoughts.ts';

/** Max models whose changes of requests are remembered. */
const maxRemembered = 200;

/** Max wait for the end of a response after `[DONE]`, in ms, so that its connection can be used again. */
const afterDone = 100;

/**
 * Streams replies of any server with OpenAI's chat completions API: OpenAI, Ollama, vLLM, a gateway. Reads what servers
 * send in its place, too: see docs/decisions/0074-own-reader-of-chat-streams.md.
 */
export const chatWire: MakeStream = ({ settings, fetch, limits }) => {
  const secrets = settings.apiKey === undefined ? [] : [settings.apiKey];
  const learned = new LRUCache<string, ReadonlySet<RequestChange>>({ max: maxRemembered });
  const steps = createStepThoughts();

  /** Requests a reply; a server that refuses an optional field is asked again without it. */
  const ask = async (request: ModelRequest): Promise<Responding> => {
    const changes = new Set(learned.get(request.model));
    for (;;) {
      const body = requestBody(request, { changes, thoughts: steps.of(request.turn) });
      const response = await post({ settings, fetch, path: 'chat/completions', body, signal: request.signal });
      if (response.ok) {
        // Another schema may be accepted.
        changes.delete('response_format');
        if (changes.size > 0) learned.set(request.model, changes);
        return response;
      }
      changes.add(await changeOf(response, { body, changes, secrets }));
    }
  };

  // One async generator from the chunks to the parts: each further one costs every open reply memory, and each token time.
  return async function* (request) {
    const { body } = await ask(request);
    const reader = createReader(secrets);
    const reading = { chunks: body.getReader(), reader, limits, signal: request.signal };
    const [text, decoder] = [new TextDecoder(), createDecoder()];
    try {
      for (let next = await nextChunk(reading); next?.value !== undefined; next = await nextChunk(reading)) {
        for (const part of partsIn(decoder.push(text.decode(next.value, { stream: true })), reader)) yield part;
      }
    } finally {
      await reading.chunks.cancel();
    }
    for (const part of partsIn([...decoder.push(text.decode()), ...decoder.end()], reader)) yield part;
    for (const part of reader.end()) yield part;
    if (reader.hasCalls()) steps.add(request.turn, reader.thoughts());
  };
};

function* partsIn(payloads: readonly Payload[], reader: Reader): Generator<ModelPart | Thought> {
  for (const payload of payloads) yield* reader.read(payload);
}

type Reader = ReturnType<typeof createReader>;

interface Refused {
  readonly body: Json;
  readonly changes: ReadonlySet<RequestChange>;
  readonly secrets: readonly string[];
}

/** Returns the change that a response asks for. Throws the `ModelError` of any other refusal. */
async function changeOf(response: Responding, { body, changes, secrets }: Refused): Promise<RequestChange> {
  const { status, headers } = response;
  const text = await textOf(response);
  const change = status === 400 || status === 422 ? changeFor(text, body, changes) : undefined;
  if (change === undefined) throw refusalOf({ status, body: text, header: (name) => headers.get(name) }, secrets);
  return change;
}

interface Reading extends Pick<StreamParts, 'limits'> {
  readonly chunks: ChunkReader;
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

/** Reads the next chunk of a response. No function waits here for a response that isn't whole: each costs memory. */
function nextChunk({ chunks, reader, limits, signal }: Reading): Promise<Chunk | undefined> {
  const read = chunks.read();
  if (!reader.isWhole()) return read;
  // A reply that is whole stays so if its connection is then reset or stays open.
  return within(read, reader.isDone() ? afterDone : limits.afterFinish).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return undefined;
  });
}

/** Waits for a promise for some ms; undefined if it takes longer. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  // It rejects later if the connection is closed meanwhile.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
