import { setImmediate } from 'node:timers/promises';
import type { ModelPart, ModelRequest } from './model.ts';
import { estimateUsage } from './tokens.ts';

/**
 * `builtin/echo`: answers with the last message, unchanged, a word at a time (each with the white space behind it).
 * Deterministic, for tests and integration checks.
 */
export async function* echo(request: ModelRequest): AsyncGenerator<ModelPart> {
  const text = request.messages.at(-1)?.content ?? '';
  yield* inWords(text, request.signal);
  yield { type: 'end', finishReason: 'stop', usage: estimateUsage(request, text) };
}

/** A text as a model would stream it: a word at a time, others being served in between. */
export async function* inWords(text: string, signal: AbortSignal): AsyncGenerator<ModelPart> {
  for (const [word] of text.matchAll(/\s*\S+\s*|\s+/g)) {
    if (signal.aborted) return;
    yield { type: 'text', text: word };
    await setImmediate();
  }
}
