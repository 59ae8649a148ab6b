import type { OpenAnswer } from '../core/open.ts';

/** A long text, streamed. The request is sent on first use; a lost connection is a failure. */
export interface TextParts extends AsyncIterable<string> {
  /** The complete text. */
  text(): Promise<string>;
  /** The complete text as the bytes that were sent, for a file. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
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
    bytes: async () => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for await (const chunk of (await send()).chunks) chunks.push(chunk as Uint8Array<ArrayBuffer>);
      return new Uint8Array(await new Blob(chunks).arrayBuffer());
    },
  };
}
