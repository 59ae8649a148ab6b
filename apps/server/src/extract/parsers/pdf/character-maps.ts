import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** The folder that the build copies from pdfjs-dist: without it, PDFs with predefined CJK encodings give no text. */
const folder = new URL('./cmaps/', import.meta.url);

/** Reads the character maps from the disk; PDF.js would ask the network. */
class CharacterMaps {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl') throw new Error(`There is no ${kind} here.`);
    return new Uint8Array(await readFile(new URL(basename(filename), folder)));
  }
}

/** Options of PDF.js for the character maps. */
export const characterMaps = () => ({
  cMapUrl: folder.href,
  cMapPacked: true,
  useWorkerFetch: false,
  BinaryDataFactory: CharacterMaps,
});
