/** Bytes that are read as UTF-8. */
export interface Utf8 {
  readonly text: string;
  /** Sequences that aren't valid and became U+FFFD. */
  readonly replaced: number;
}

const replacement = 0xfffd;

/**
 * Reads UTF-8 with a few bad bytes. Returns undefined if the bytes are in another encoding: in UTF-8, characters beyond
 * ASCII are several bytes that fit each other, which others have by chance only.
 */
export function tolerantUtf8(bytes: Uint8Array): Utf8 | undefined {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), replaced: 0 };
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const { beyondAscii, replacements } = countsOf(text);
    const bad = replacements - signsOf(bytes);
    const good = beyondAscii - replacements;
    return good > 0 && good >= bad * 2 - 1 ? { text, replaced: bad } : undefined;
  }
}

function countsOf(text: string): { readonly beyondAscii: number; readonly replacements: number } {
  let [beyondAscii, replacements] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) beyondAscii += 1;
    if (code === replacement) replacements += 1;
  }
  return { beyondAscii, replacements };
}

/** U+FFFD that the bytes themselves spell: some program has replaced bytes before. */
function signsOf(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sign = Buffer.from('\ufffd');
  let count = 0;
  for (let at = buffer.indexOf(sign); at !== -1; at = buffer.indexOf(sign, at + sign.length)) count += 1;
  return count;
}

/** True if the bytes are valid UTF-8 with at least so many characters beyond ASCII. */
export function hasManyMultiByte(bytes: Uint8Array, atLeast: number): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return countsOf(text).beyondAscii >= atLeast;
  } catch {
    return false;
  }
}
