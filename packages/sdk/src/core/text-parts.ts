import type { OpenAnswer } from './open.ts';

/** A long text, streamed. The request is sent on first use; a lost connection is a failure. */
export interface TextParts extends AsyncIterable<string> {
  /** The complete text. */
  text(): Promise<string>;
}

/** Creates a text from a request that is sent when it is read. */
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
