import iconv from 'iconv-lite';

/** Names that iconv-lite has for codes that are no encodings of text. */
const noText: ReadonlySet<string> = new Set(['base64', 'hex', 'binary', 'internal']);

/**
 * Returns the name of an encoding that a label means: the standard one (https://encoding.spec.whatwg.org), else that of
 * iconv-lite, which knows the code pages of DOS and takes labels with other separators. Returns undefined for an unknown
 * one.
 */
export function encodingNamed(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const plain = label.trim().toLowerCase();
  try {
    return new TextDecoder(plain).encoding;
  } catch {
    return otherName(plain.replace(/^(?:x-|cs)/, '').replace(/[^a-z0-9]/g, ''));
  }
}

function otherName(plain: string): string | undefined {
  if (plain === '' || noText.has(plain) || !iconv.encodingExists(plain)) return undefined;
  const standard = standardNames.get(plain.replace(/^(?:cp|ms|ibm|windows)(?=\d)/, ''));
  return standard ?? plain;
}

/** Code pages that are the same as an encoding of the standard. */
const standardNames: ReadonlyMap<string, string> = new Map([
  ...([
    ['932', 'shift_jis'],
    ['936', 'gbk'],
    ['949', 'euc-kr'],
    ['950', 'big5'],
    ['866', 'ibm866'],
  ] as const),
  ...([
    ['utf7', 'utf-7'],
    ['iso2022jp', 'iso-2022-jp'],
    ['eucjp', 'euc-jp'],
    ['euckr', 'euc-kr'],
  ] as const),
  ...([
    ['shiftjis', 'shift_jis'],
    ['latin1', 'windows-1252'],
    ['ascii', 'windows-1252'],
  ] as const),
  ...([
    ['utf8', 'utf-8'],
    ['utf16', 'utf-16le'],
    ['unicode', 'utf-16le'],
  ] as const),
]);
