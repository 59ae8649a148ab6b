// @module-tag pure

import { BadRequestError } from '@parley/sdk';
import { expect, it } from 'vitest';
import { isBeside } from './beside.ts';

const values = { name: 'Shop', settings: { url: '', origins: 'https://example.com' } };
const failure = (...paths: string[]) =>
  new BadRequestError({
    ...{ status: 400, headers: new Headers(), attempts: 1, requestId: undefined, retryAfter: undefined },
    ...{ message: 'It is wrong.', code: 'validation_failed' },
    details: paths.map((path) => ({ path, message: 'is wrong' })),
  });

it('a message stands beside its field, unless the form has none for it', () => {
  expect(isBeside(failure('name', 'settings.url'), values)).toBe(true);
  expect(isBeside(failure('name', 'settings.texts.send'), values)).toBe(false);
  expect(isBeside(failure('settings.origins.0'), values)).toBe(false);
  expect(isBeside(failure('settings'), values)).toBe(false);
  expect(isBeside(failure(), values)).toBe(false);
  expect(isBeside(new Error('It is broken.'), values)).toBe(false);
});
