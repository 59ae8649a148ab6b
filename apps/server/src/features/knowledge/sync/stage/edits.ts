import type { CutChunk } from '../../../../extract/document.ts';
import { hashOf } from '../../../../extract/text-hash.ts';
import type { EditableChunk } from './edit-store.ts';

/** A chunk, with the text that its source has if it was edited by hand. */
export interface EditedChunk extends CutChunk {
  readonly original?: string;
}

/** The text of a chunk that was edited: its original is the nth with this hash in its document. */
interface Edit {
  readonly originHash: string;
  readonly nth: number;
  readonly text: string;
}

/** Numbers equal originals of a document, so that an edit is of one of them. */
function numbering() {
  const seen = new Map<string, number>();
  return (originHash: string): number => {
    const nth = seen.get(originHash) ?? 0;
    seen.set(originHash, nth + 1);
    return nth;
  };
}

/** Returns the chunks of a stored document as their source has them, and the edits of them. */
export function restored(chunks: readonly EditableChunk[]): { readonly cut: CutChunk[]; readonly edits: Edit[] } {
  const edits: Edit[] = [];
  const next = numbering();
  let moved = 0;
  const cut = chunks.map(({ text, original, originHash, pending, headings, page, start, end }) => {
    const nth = next(originHash);
    const edited = pending ?? (original === null ? '' : text);
    if (edited !== '') edits.push({ originHash, nth, text: edited });
    const before = moved;
    if (original !== null) moved += text.length - original.length;
    return { ...{ text: original ?? text, headings, page }, start: start - before, end: end - moved };
  });
  return { cut, edits };
}

/** Puts edited texts in the place of their originals. Later chunks move, so that places are those of the text that serves. */
export function applyEdits(cut: readonly CutChunk[], edits: readonly Edit[]): readonly EditedChunk[] {
  if (edits.length === 0) return cut;
  const byOriginal = new Map(edits.map(({ originHash, nth, text }) => [`${originHash} ${nth}`, text]));
  const next = numbering();
  let moved = 0;
  return cut.map((chunk) => {
    const originHash = hashOf(chunk.text);
    const text = byOriginal.get(`${originHash} ${next(originHash)}`);
    const start = chunk.start + moved;
    if (text === undefined || text === chunk.text) return { ...chunk, start, end: chunk.end + moved };
    moved += text.length - chunk.text.length;
    return { ...chunk, text, start, end: chunk.end + moved, original: chunk.text };
  });
}

/** UTF-8 bytes that edits have added to a document; negative if they have removed some. */
export const extraBytes = (chunks: readonly { readonly text: string; readonly original?: string | null }[]): number =>
  chunks.reduce(
    (sum, { text, original }) => sum + (original == null ? 0 : Buffer.byteLength(text) - Buffer.byteLength(original)),
    0,
  );
