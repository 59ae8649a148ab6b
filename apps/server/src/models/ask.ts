import { ModelError, type ModelPart, type ModelRequest, type TokenUsage } from './model.ts';
import type { FoundModel } from './models.ts';

/** Functions of the models that asking needs. */
export interface AskedModels {
  stream(found: FoundModel, request: Omit<ModelRequest, 'model'>): AsyncIterable<ModelPart>;
}

/** A question of the service itself to a model, with the limits of its answer. */
export interface Asking {
  readonly system: string;
  readonly content: string;
  readonly timeoutMs: number;
  readonly maxCharacters: number;
  readonly signal?: AbortSignal | undefined;
  /** Told the text of the answer so far and its counted tokens, also if it fails; not if the provider refused it. */
  readonly spent?: (heard: string, usage: TokenUsage | undefined) => void;
}

/**
 * Asks a model once, at temperature 0, and returns its whole answer. Throws a `ModelError` if it fails, takes longer
 * than `timeoutMs` (ms) or says too much, and the reason of the signal.
 */
export async function askModel(models: AskedModels, found: FoundModel, asking: Asking): Promise<string> {
  const { system, content, timeoutMs, maxCharacters, signal, spent } = asking;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const tooLong = new ModelError('timeout', `it took longer than ${timeoutMs / 1000} s`);
  const timer = setTimeout(() => controller.abort(tooLong), timeoutMs);
  let heard = '';
  let usage: TokenUsage | undefined;
  let isRefused = false;
  try {
    const messages = [{ role: 'user' as const, content }];
    for await (const part of models.stream(found, { system, messages, temperature: 0, signal: controller.signal })) {
      if (part.type === 'text') heard += part.text;
      if (part.type === 'end') usage = part.usage;
      if (heard.length > maxCharacters)
        throw new ModelError('broken', `its reply has more than ${maxCharacters} characters`);
    }
    return heard;
  } catch (error) {
    isRefused = error instanceof ModelError && isUnbilled(error) && heard === '';
    signal?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    controller.abort();
    if (!isRefused) spent?.(heard, usage);
  }
}

const unbilled: ReadonlySet<ModelError['kind']> = new Set(['not_configured', 'refused', 'unreachable']);

/** True for the failure of a request for which no provider charges. */
export const isUnbilled = ({ kind }: ModelError): boolean => unbilled.has(kind);

/** Fence that some models put around JSON although the prompt forbids it. */
const fence = /^```(?:json)?\n([^`]{0,10000})\n```$/;

/** Parses an answer that is JSON and nothing else; undefined if it isn't. */
export function jsonOf(answer: string): unknown {
  const text = answer.trim();
  try {
    return JSON.parse(fence.exec(text)?.[1] ?? text);
  } catch {
    return undefined;
  }
}
