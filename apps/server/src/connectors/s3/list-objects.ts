import { decodeEntities } from '../../text/character-references.ts';

/** An object of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly etag: string;
  readonly bytes: number;
}

/** A page of a listing. */
export interface ObjectList {
  readonly objects: readonly ListedObject[];
  /** Token of the next page; undefined after the last. */
  readonly next: string | undefined;
}

/** Reads the answer of ListObjectsV2 with `encoding-type=url`; undefined if it isn't one. */
export function readObjectList(xml: string): ObjectList | undefined {
  if (!xml.includes('<ListBucketResult')) return undefined;
  const objects = [...elements(xml, 'Contents')].map((content) => ({
    key: decoded(textOf(content, 'Key')),
    etag: textOf(content, 'ETag').replaceAll('"', ''),
    bytes: Number(textOf(content, 'Size')),
  }));
  const isTruncated = textOf(xml, 'IsTruncated') === 'true';
  return { objects, next: isTruncated ? textOf(xml, 'NextContinuationToken') : undefined };
}

/** Returns the contents of all elements with a name; they have no attributes and don't contain each other. */
function* elements(xml: string, name: string): Generator<string> {
  const [open, close] = [`<${name}>`, `</${name}>`];
  for (let at = 0; ; ) {
    const start = xml.indexOf(open, at);
    const end = start === -1 ? -1 : xml.indexOf(close, start);
    if (end === -1) return;
    yield xml.slice(start + open.length, end);
    at = end + close.length;
  }
}

function textOf(xml: string, name: string): string {
  const [text = ''] = elements(xml, name);
  return decodeEntities(text);
}

/** Decodes a key: spaces are `+`. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}
