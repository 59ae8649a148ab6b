import { createHash } from 'node:crypto';
import type { Unembedded } from './store.ts';

/** Max characters of a text that is embedded; models of 8,000 tokens take as many of most scripts. */
const maxCharacters = 8_000;

/** A chunk with the text that is embedded for it. */
export interface Embeddable {
  readonly number: number;
  readonly input: string;
  /** Of the input: equal texts share a vector. */
  readonly hash: string;
}

/** Returns the text that is embedded for a chunk: its title and headings, and its own text. */
export function embeddable({ number, title, headings, text }: Unembedded): Embeddable {
  const path = [title, ...(JSON.parse(headings) as string[])].filter(
    (part, at, all) => part !== '' && part !== all[at - 1],
  );
  const input = [path.join(' › '), text]
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, maxCharacters)
    .toWellFormed();
  return { number, input, hash: createHash('sha256').update(input).digest('base64url').slice(0, 22) };
}

/** Divides texts into the batches of requests, each up to a number of texts and of characters. */
export function batchesOf(
  inputs: readonly string[],
  { texts, characters }: { readonly texts: number; readonly characters: number },
): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const input of inputs) {
    const last = batches.at(-1);
    if (last === undefined || last.length >= texts || input.length > room) {
      batches.push([input]);
      room = characters - input.length;
    } else {
      last.push(input);
      room -= input.length;
    }
  }
  return batches;
}
