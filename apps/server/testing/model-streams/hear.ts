import { createDecoder } from '../../src/models/chat-wire/payloads.ts';
import { createReader } from '../../src/models/chat-wire/reader.ts';
import type { ModelCall, TokenUsage } from '../../src/models/model.ts';

/** The parts that a reader made of a response, joined. */
export interface Heard {
  readonly text: string;
  readonly thoughts: string;
  readonly calls: readonly ModelCall[];
  readonly finish: string | undefined;
  readonly usage: TokenUsage | undefined;
}

/** Reads the chunks of a response to its end, or to its failure. */
export function hear(chunks: readonly Uint8Array[]): { readonly heard: Heard; readonly error: unknown } {
  const [text, decoder, reader] = [new TextDecoder(), createDecoder(), createReader([])];
  let heard: Heard = { text: '', thoughts: '', calls: [], finish: undefined, usage: undefined };
  const take = (parts: Iterable<Parts>) => {
    for (const part of parts) heard = withPart(heard, part);
  };
  try {
    for (const chunk of chunks) {
      for (const payload of decoder.push(text.decode(chunk, { stream: true }))) take(reader.read(payload));
    }
    for (const payload of decoder.end()) take(reader.read(payload));
    take(reader.end());
    return { heard, error: undefined };
  } catch (error) {
    return { heard, error };
  }
}

type Parts = ReturnType<ReturnType<typeof createReader>['read']> extends Iterable<infer Part> ? Part : never;

function withPart(heard: Heard, part: Parts): Heard {
  switch (part.type) {
    case 'text':
      return { ...heard, text: heard.text + part.text };
    case 'reasoning':
      return { ...heard, thoughts: heard.thoughts + part.text };
    case 'tool-call':
      return { ...heard, calls: [...heard.calls, part.call] };
    case 'end':
      return { ...heard, finish: part.finishReason, usage: part.usage };
    default:
      return heard;
  }
}

/** Reads a body that arrives at once. */
export const hearText = (body: string) => hear([Buffer.from(body)]);
