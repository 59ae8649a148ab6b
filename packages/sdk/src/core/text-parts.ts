import type { OpenAnswer } from './open.ts';

/** A long text as it comes. Nothing is sent before it is walked through, and a lost connection is a failure. */
export interface TextParts extends AsyncIterable<string> {
  /** All of it. */
  text(): Promise<string>;
}

/** Makes a text of an answer that is sent for when it is read. */
export function toTextParts(send: () => Promise<OpenAnswer>): TextParts {
  async function* parts(): AsyncGenerator<string, void, undefined> {
    yield* (await send()).parts;
  }
  return {
    [Symbol.asyncIterator]: parts,
    text: async () => {
      let text = '';
      for await (const part of parts()) text += part;
      return text;
    },
  };
}
