import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { hindi } from './hindi.ts';
import { japanese } from './japanese.ts';
import type { Language } from './language.ts';
import { russian } from './russian.ts';
import { thai } from './thai.ts';

/** The languages of the benchmark. */
export const languages: readonly Language[] = [
  ...[english, german, french, russian, chinese, japanese, thai, arabic, hindi],
];
