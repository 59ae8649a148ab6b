/** A part of RTF: the start or end of a group, a control word, a symbol, or text whose characters are bytes. */
export type RtfToken =
  | { readonly type: 'start' }
  | { readonly type: 'end' }
  | { readonly type: 'word'; readonly word: string; readonly value: number | undefined }
  | { readonly type: 'symbol'; readonly symbol: string }
  | { readonly type: 'text'; readonly text: string };

const pattern = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([\s\S])|([{}])|[\r\n]+|[^\\{}\r\n]+/giy;

/** Divides RTF (version 1.9.1) into its tokens in linear time. */
export function* rtfTokens(rtf: string): Generator<RtfToken> {
  let at = 0;
  while (at < rtf.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(rtf);
    if (found === null) return;
    at = pattern.lastIndex;
    const token = tokenOf(found);
    // So many bytes of a picture or a file follow as they are.
    if (token?.type === 'word' && token.word === 'bin') at += Math.max(0, token.value ?? 0);
    if (token !== undefined) yield token;
  }
}

function tokenOf([whole, word, digits, byte, symbol, brace]: RegExpExecArray): RtfToken | undefined {
  if (word !== undefined) return { type: 'word', word, value: digits === undefined ? undefined : Number(digits) };
  if (byte !== undefined) return { type: 'text', text: String.fromCharCode(Number.parseInt(byte, 16)) };
  if (symbol !== undefined) return { type: 'symbol', symbol };
  if (brace !== undefined) return { type: brace === '{' ? 'start' : 'end' };
  return /^[\r\n]/.test(whole) ? undefined : { type: 'text', text: whole };
}
