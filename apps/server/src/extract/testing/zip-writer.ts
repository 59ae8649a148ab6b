import { strToU8, zipSync } from 'fflate';

/** Writes an archive of texts by their names. */
export const writeZip = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
