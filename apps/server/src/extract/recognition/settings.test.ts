// @module-tag pure

import { expect, test } from 'vitest';
import { readRecognition } from './settings.ts';

const commandOf = (text: string) => {
  const problems: string[] = [];
  const settings = readRecognition({ PARLEY_OCR_COMMAND: text, PATH: '/bin' }, problems);
  return settings?.command ?? problems;
};

test.each([
  ['tesseract - - -l eng+deu', ['tesseract', '-', '-', '-l', 'eng+deu']],
  ['  tesseract\t-\n-  ', ['tesseract', '-', '-']],
  [`"/opt/my ocr/run" '--title=two words' a" "b ''`, ['/opt/my ocr/run', '--title=two words', 'a b', '']],
  [`run "it's" 'say "x"'`, ['run', "it's", 'say "x"']],
  // Nothing is special to a shell.
  [
    'run $HOME *.png ; rm | x > y \\n `id` &&',
    ['run', '$HOME', '*.png', ';', 'rm', '|', 'x', '>', 'y', '\\n', '`id`', '&&'],
  ],
])('%s is split into words', (text, words) => {
  expect(commandOf(text)).toEqual(words);
});

test.each([
  ['run "open', /^PARLEY_OCR_COMMAND: has a quote that isn’t closed$/],
  [`run it's`, /quote that isn’t closed/],
  ['"" -', /must begin with a program/],
  ['run a\0b', /must not have a NUL/],
  ['x'.repeat(2_001), /at most 2000 characters/],
])('%j is refused', (text, problem) => {
  expect(commandOf(text)).toEqual([expect.stringMatching(problem)]);
});

test('without the setting there is no recognition', () => {
  expect(readRecognition({}, [])).toBeUndefined();
  expect(readRecognition({ PARLEY_OCR_COMMAND: ' ' }, [])).toBeUndefined();
});

test('of the environment, only the path and the folder of languages are kept', () => {
  const environment = { PARLEY_OCR_COMMAND: 'x', PATH: '/a:/b', TESSDATA_PREFIX: '/data', OPENAI_API_KEY: 'secret' };
  expect(readRecognition(environment, [])).toEqual({ command: ['x'], path: '/a:/b', languageFolder: '/data' });
});
