import { setTimeout as wait } from 'node:timers/promises';
import type { OperatorFetch } from '../../outbound/operator-fetch.ts';
import { delayOf } from '../call.ts';
import { isObject, parseJson } from '../chat-wire/json.ts';
import { post, textOf } from '../chat-wire/request.ts';
import type { ModelLimits } from '../limits.ts';
import { ModelError } from '../model.ts';
import { refusalOf } from '../refusal.ts';
import { toModelError } from '../to-model-error.ts';
import type { EmbeddingSettings } from './embedding-settings.ts';

/** Max texts of a request and max characters of them together; longer lists are the caller's to divide. */
export const embeddingBatch = { texts: 64, characters: 100_000 } as const;

/** Max dimensions of a vector. */
const maxDimensions = 8_192;

/** A text that is too long for the model is halved until it has fewer characters than this. */
const shortestCut = 200;

/** Options of embedding texts. */
export interface Embedding {
  readonly signal: AbortSignal;
  /** Timeout of a request in ms; that of the limits by default. */
  readonly timeoutMs?: number;
  /** Max retries of a request; that of the limits by default. */
  readonly retries?: number;
}

/** The last call of an embedding model: whether it worked, and what was wrong. */
export type EmbedderState =
  | { readonly state: 'untried' }
  | { readonly state: 'works'; readonly dimensions: number; readonly at: number }
  | { readonly state: 'fails'; readonly error: ModelError; readonly at: number };

/** The embedding model of the instance. */
export interface Embedder {
  /** As `provider/name`. */
  readonly model: string;
  /**
   * Returns a unit vector for each text, in their order and all of the same length. Retries what may pass, within its
   * limits. Cuts a text that is too long for the model. Throws a `ModelError`, or the reason of the signal.
   */
  embed(texts: readonly string[], how: Embedding): Promise<Float32Array[]>;
  /** The outcome of the last call of this process; its time is in ms since 1970. */
  state(): EmbedderState;
}

interface EmbedderParts {
  readonly openDoor: () => Promise<OperatorFetch>;
  readonly limits: Pick<ModelLimits, 'embed' | 'retries' | 'retryDelay' | 'maxRetryAfter'>;
}

/** Creates the embedding model of the settings. */
export function createEmbedder(
  { model, name, provider }: EmbeddingSettings,
  { openDoor, limits }: EmbedderParts,
): Embedder {
  const secrets = provider.apiKey === undefined ? [] : [provider.apiKey];
  let state: EmbedderState = { state: 'untried' };

  /** Requests the vectors of texts, as OpenAI's API for embeddings returns them. */
  const request = async (texts: readonly string[], signal: AbortSignal) => {
    const { fetchWhole: fetch } = await openDoor();
    const body = { model: name, input: texts, encoding_format: 'float' };
    const response = await post({ settings: provider, fetch, path: 'embeddings', body, signal });
    const text = await textOf(response);
    const { status, headers } = response;
    if (!response.ok) throw refusalOf({ status, body: text, header: (name) => headers.get(name) }, secrets);
    return vectorsIn(text, status);
  };

  const attempt = async (texts: readonly string[], { signal, timeoutMs = limits.embed }: Embedding) => {
    signal.throwIfAborted();
    const controller = new AbortController();
    const stop = () => controller.abort(signal.reason);
    const timer = setTimeout(
      () => controller.abort(new ModelError('timeout', 'it took too long to embed texts')),
      timeoutMs,
    );
    signal.addEventListener('abort', stop, { once: true });
    try {
      const vectors = await request(texts, controller.signal);
      controller.signal.throwIfAborted();
      return checked(vectors, texts.length);
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };

  const retrying = async (texts: readonly string[], how: Embedding): Promise<Float32Array[]> => {
    for (let tried = 0; ; tried += 1) {
      try {
        return await attempt(texts, how);
      } catch (error) {
        how.signal.throwIfAborted();
        const failure = toModelError(error, secrets);
        const delay = tried < (how.retries ?? limits.retries) ? delayOf(failure, tried, limits) : undefined;
        if (delay === undefined) throw failure;
        await wait(delay, undefined, { signal: how.signal }).catch(() => how.signal.throwIfAborted());
      }
    }
  };

  /** Halves the list, and then the text, that is too long for the model. */
  const fitting = async (texts: readonly string[], how: Embedding): Promise<Float32Array[]> => {
    try {
      return await retrying(texts, how);
    } catch (error) {
      if (!(error instanceof ModelError) || error.reason !== 'context_too_long') throw error;
      const [only = ''] = texts;
      if (texts.length === 1 && only.length < 2 * shortestCut) throw error;
      if (texts.length === 1) return fitting([only.slice(0, only.length / 2).toWellFormed()], how);
      const half = Math.ceil(texts.length / 2);
      return [...(await fitting(texts.slice(0, half), how)), ...(await fitting(texts.slice(half), how))];
    }
  };

  return {
    model,
    embed: async (texts, how) => {
      try {
        const vectors = await fitting(texts, how);
        state = { state: 'works', dimensions: vectors[0]?.length ?? 0, at: Date.now() };
        return vectors;
      } catch (error) {
        if (error instanceof ModelError) state = { state: 'fails', error, at: Date.now() };
        throw error;
      }
    },
    state: () => state,
  };
}

type Vector = readonly number[];

/** Reads the vectors of a response, in the order of their texts if it says which belongs to which. */
function vectorsIn(text: string, status: number): readonly Vector[] {
  const body = parseJson(text);
  const data: unknown = isObject(body) ? body['data'] : undefined;
  if (!Array.isArray(data)) throw new ModelError('broken', 'its reply could not be read', { status });
  const items = data.map((each: unknown) => (isObject(each) ? each : {}));
  const vectors = items.map(({ embedding }) => embedding);
  if (!vectors.every(isVector)) throw new ModelError('broken', 'its reply could not be read', { status });
  const places = items.map(({ index }) => index);
  const isPermutation = new Set(places).size === vectors.length && places.every((place) => isPlace(place, vectors));
  if (!isPermutation) return vectors;
  const ordered: Vector[] = [];
  for (const [at, place] of places.entries()) ordered[Number(place)] = vectors[at] ?? [];
  return ordered;
}

const isVector = (value: unknown): value is Vector =>
  Array.isArray(value) && value.every((each) => typeof each === 'number');

const isPlace = (place: unknown, list: readonly unknown[]): boolean =>
  Number.isInteger(place) && Number(place) >= 0 && Number(place) < list.length;

/** Returns the vectors with length 1. Throws if there aren't as many as texts, or if they can't be compared. */
function checked(vectors: readonly (readonly number[])[], texts: number): Float32Array[] {
  const dimensions = vectors[0]?.length ?? 0;
  if (vectors.length !== texts) {
    throw new ModelError('broken', `it returned ${vectors.length} vectors for ${texts} texts`);
  }
  if (dimensions < 1 || dimensions > maxDimensions) {
    throw new ModelError(
      'broken',
      `it returned vectors of ${dimensions} dimensions; at most ${maxDimensions} are used`,
    );
  }
  if (vectors.some((vector) => vector.length !== dimensions)) {
    throw new ModelError('broken', 'it returned vectors of different dimensions');
  }
  return vectors.map(toUnit);
}

/** A vector of zeros stays one: it is like no other text. */
function toUnit(vector: readonly number[]): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length)) throw new ModelError('broken', 'it returned numbers that are not finite');
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}
