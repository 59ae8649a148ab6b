import type { Warning } from '../../document.ts';
import type { Archive } from './zip.ts';

/** A count in words: `1 slide`, `3 slides`. */
const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** A warning about counted parts of a document that were left out; an empty list if every count is 0. */
export function leftOut(code: string, reason: string, counts: Readonly<Record<string, number>>): Warning[] {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return [];
  const list = some.map(([what, count]) => counted(count, what)).join(', ');
  return [{ code, message: `${reason}: ${list}.` }];
}

const kinds: Readonly<Record<string, RegExp>> = {
  picture: /\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf)$/i,
  chart: /(?:^|\/)charts\/chart\d{1,9}\.xml$/i,
  'embedded file': /(?:^|\/)embeddings\/[^/]+$/i,
  'sound or video': /\.(?:mp[34]|m4[av]|wav|avi|mov|wmv|ogg|webm)$/i,
};
const thumbnail = /(?:^|\/)thumbnails?[./]/i;

/** Warns about the pictures, charts and other files of an archive, whose text isn't read. */
export function mediaLeftOut(archive: Archive): Warning[] {
  const names = archive.names.filter((name) => !thumbnail.test(name));
  const counts = Object.fromEntries(
    Object.entries(kinds).map(([what, kind]) => [what, names.filter((name) => kind.test(name)).length]),
  );
  return leftOut('media_left_out', 'Left out', counts);
}
