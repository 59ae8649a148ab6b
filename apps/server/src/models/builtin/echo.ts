import { setImmediate } from 'node:timers/promises';
import { type ModelPart, type ModelRequest, questionOf } from '../model.ts';
import { estimateUsage } from '../tokens.ts';

/**
 * `builtin/echo`: replies with the last message unchanged, streamed word by word with the white space after each word.
 * Deterministic, for tests and integration checks.
 */
export async function* echo(request: ModelRequest): AsyncGenerator<ModelPart> {
  const text = questionOf(request.messages);
  yield* inWords(text, request.signal);
  yield { type: 'end', finishReason: 'stop', usage: estimateUsage(request, text) };
}

/** Streams a text word by word; yields to the event loop after each word. */
export async function* inWords(text: string, signal: AbortSignal): AsyncGenerator<ModelPart> {
  for (const [word] of text.matchAll(/\s*\S+\s*|\s+/g)) {
    if (signal.aborted) return;
    yield { type: 'text', text: word };
    await setImmediate();
  }
}
