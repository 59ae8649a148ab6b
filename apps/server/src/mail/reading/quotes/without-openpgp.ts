import type { MailLine } from '../mail-line.ts';

const begin = '-----BEGIN PGP SIGNED MESSAGE-----';
const signature = '-----BEGIN PGP SIGNATURE-----';
const end = '-----END PGP SIGNATURE-----';

/** Removes the frame and the signature of a signed text (RFC 9580, section 7). */
export function withoutOpenPgp(lines: readonly MailLine[]): readonly MailLine[] {
  const start = lines.findIndex(({ text }) => text.trimEnd() === begin);
  const signed = start === -1 ? -1 : lines.findIndex(({ text }, at) => at > start && text.trimEnd() === signature);
  if (signed === -1) return lines;
  const head = lines.findIndex(({ text }, at) => at > start && text.trim() === '');
  const last = lines.findIndex(({ text }, at) => at > signed && text.trimEnd() === end);
  return [
    ...lines.slice(0, start),
    ...lines.slice(head + 1, signed).map(({ text, kind }) => ({ text: text.replace(/^- (?=-)/, ''), kind })),
    ...(last === -1 ? [] : lines.slice(last + 1)),
  ];
}

/** True for a text that is encrypted. */
export const isEncrypted = (lines: readonly MailLine[]): boolean =>
  lines.find(({ text }) => text.trim() !== '')?.text.trim() === '-----BEGIN PGP MESSAGE-----';
