import iconv from 'iconv-lite';
import { chardet } from 'jschardet';

/** Encodings that are looked for, as the detector names them, and the names of those that decoders call otherwise. */
const candidates: Readonly<Record<string, string>> = {
  GB18030: 'gb18030',
  Big5: 'big5',
  CP932: 'shift_jis',
  'EUC-JP': 'euc-jp',
  CP949: 'euc-kr',
  'Windows-1250': 'windows-1250',
  'Windows-1251': 'windows-1251',
  'Windows-1252': 'windows-1252',
  'Windows-1253': 'windows-1253',
  'Windows-1254': 'windows-1254',
  'Windows-1255': 'windows-1255',
  'Windows-1256': 'windows-1256',
  'Windows-1257': 'windows-1257',
  'Windows-1258': 'windows-1258',
  CP874: 'windows-874',
  'KOI8-R': 'koi8-r',
  'KOI8-U': 'koi8-u',
  'ISO-8859-2': 'iso-8859-2',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-7': 'iso-8859-7',
  'ISO-8859-8': 'iso-8859-8',
  IBM866: 'ibm866',
  cp437: 'cp437',
  cp850: 'cp850',
  cp852: 'cp852',
  MacRoman: 'macintosh',
};
const names = new Map(Object.entries(candidates).map(([name, encoding]) => [name.toLowerCase(), encoding]));

/** Bytes that the detector judges, of lines with characters beyond ASCII. */
const sampleBytes = 32 * 1024;

/** An encoding that some bytes may be in. */
export interface Detected {
  /** A label that `decodeAs` takes. */
  readonly encoding: string;
  /** From 0 to 1. Some 0.2 is usual for thirty bytes of text. */
  readonly confidence: number;
}

/** Confidence below which the usual Latin encoding is more likely: there are a few letters to judge by. */
const leastConfidence = 0.06;

/** Confidence below which nothing speaks for an encoding. */
const noConfidence = 0.02;

/**
 * Detects the encoding of text that isn't UTF-8. A candidate counts only if the text is sound in it: no undefined
 * characters, no word of two scripts. Returns undefined if none is left.
 */
export function detectEncoding(bytes: Uint8Array): Detected | undefined {
  const sample = sampleOf(bytes);
  const found = chardet
    .detectAll(sample, { includeEncodings: Object.keys(candidates), ignoreThreshold: true })
    .flatMap(({ encoding, confidence }): Detected[] => {
      const name = names.get(encoding?.toLowerCase() ?? '');
      return name === undefined ? [] : [{ encoding: name, confidence }];
    });
  const western = found.find(({ encoding }) => encoding === 'windows-1252');
  const usual = { encoding: 'windows-1252', confidence: western?.confidence ?? 0 };
  const likely = found.filter(({ confidence }) => confidence >= noConfidence);
  const sound = [...likely, usual].filter(({ encoding }) => isSound(decodeAs(sample, encoding)));
  const [best] = sound;
  return best !== undefined && best.confidence < leastConfidence && sound.includes(usual) ? usual : best;
}

/** Decodes bytes in an encoding that `detectEncoding` or `encodingNamed` names. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const decoder = standardDecoder(encoding);
  if (decoder === undefined) return iconv.decode(bytes, encoding);
  const text = decoder.decode(bytes);
  return encoding === 'windows-1252' ? withLatinSigns(text) : text;
}

/** TextDecoder doesn't know the code pages of DOS. */
function standardDecoder(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

/** The characters of windows-1252 from 0x80 to 0x9f; the zeros stand for bytes that have none. */
const latinSigns = '€0‚ƒ„…†‡ˆ‰Š‹Œ0Ž00‘’“”•–—˜™š›œ0žŸ';

/** Resolves the bytes of windows-1252 that some versions of Node.js decode as controls of ISO 8859-1. */
const withLatinSigns = (text: string): string =>
  text.replace(/[\x80-\x9f]/g, (sign) => {
    const found = latinSigns[sign.charCodeAt(0) - 0x80] ?? '0';
    return found === '0' ? sign : found;
  });

/** Controls, private use, box drawing and more that prose doesn't have. */
const strange = /[\x80-\x9f\ue000-\uf8ff\ufffd\u2500-\u259f]/g;
/** Signs and capitals within a word: "R‚ckgabe", "rŽception"; a small letter for "¿": "żCuándo". */
const broken = /ż\p{Lu}\p{Ll}|\p{L}[‚ƒ„†‡ˆ‰Š‹Œ•˜™›ŸŽ]\p{Ll}|\p{Ll}(?:[¤¦§©«¬±¶»¿×÷]|[^\P{Lu}A-Z])\p{Ll}/gu;
const mixed =
  /\p{Script=Latin}[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]|[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]\p{Script=Latin}/gu;
const beyondAscii = /[^\0-\x7f]/g;

/** True if at most a twentieth of the characters beyond ASCII can't be as they are. */
function isSound(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(strange) + count(broken) + count(mixed) <= count(beyondAscii) / 20;
}

/** The lines with bytes beyond ASCII, as far as they are needed. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= sampleBytes) return bytes;
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length && length < sampleBytes; ) {
    const found = bytes.indexOf(0x0a, at);
    const end = Math.min(found === -1 ? bytes.length : found + 1, at + sampleBytes - length);
    const line = bytes.subarray(at, end);
    if (line.some((byte) => byte > 0x7f)) {
      parts.push(line);
      length += line.length;
    }
    at = found === -1 ? bytes.length : found + 1;
  }
  return Buffer.concat(parts);
}
