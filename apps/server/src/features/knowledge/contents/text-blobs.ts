import type { Upload } from '../../../storage/blobs/blob-rows.ts';
import type { Blobs } from '../../../storage/blobs/blobs.ts';

/** The bytes of a text, in parts that the store takes. */
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Runs an effect with a text that is stored as a blob; discards it if the effect fails, or doesn't hold it. */
export const withText = <Result>(
  blobs: Pick<Blobs, 'put' | 'discard'>,
  text: string | undefined,
  effect: (upload: Upload | undefined) => Promise<Result>,
): Promise<Result> => withTexts(blobs, text === undefined ? [] : [text], ([upload]) => effect(upload));

/** Runs an effect with texts that are stored as blobs; discards those that it doesn't hold. */
export async function withTexts<Result>(
  blobs: Pick<Blobs, 'put' | 'discard'>,
  texts: readonly string[],
  effect: (uploads: readonly Upload[]) => Promise<Result>,
): Promise<Result> {
  const uploads: Upload[] = [];
  try {
    for (const text of texts) uploads.push(await blobs.put(bytesOf(text), { maxBytes: Number.MAX_SAFE_INTEGER }));
    return await effect(uploads);
  } finally {
    for (const upload of uploads) await blobs.discard(upload);
  }
}

/** Reads a blob whole; undefined if the workspace doesn't hold it. */
export async function readBlob(
  blobs: Pick<Blobs, 'read'>,
  name: { readonly workspaceId: string; readonly hash: string },
): Promise<Buffer | undefined> {
  const blob = await blobs.read(name);
  if (blob === undefined) return undefined;
  // Each part is copied as it comes: joining a large file in one step would block the event loop.
  const bytes = Buffer.alloc(blob.bytes);
  let at = 0;
  for await (const part of blob.content) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.subarray(0, at);
}
