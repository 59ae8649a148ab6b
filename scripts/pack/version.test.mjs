// @module-tag pure
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { contentHash, packedVersion } from './version.mjs';

const name = '@parley/sdk';
const [one, other] = [contentHash(Buffer.from('one')), contentHash(Buffer.from('other'))];
const unreleased = { version: null, content: {} };
const released = { version: '0.2.0', content: { [name]: one } };

describe('the version of a packed client', () => {
  it('names the content until there is a release', () => {
    expect(packedVersion({ name, base: '0.1.0', content: one, released: unreleased })).toEqual({
      npm: `0.1.0-dev.${one}`,
      pip: `0.1.0.dev0+${one}`,
    });
  });

  it('is the released one for the released content alone, wherever that is built', () => {
    const base = '0.2.0';
    expect(packedVersion({ name, base, content: one, released })).toEqual({ npm: base, pip: base });
    expect(packedVersion({ name, base, content: other, released }).npm).toBe(`0.2.1-dev.${other}`);
    expect(packedVersion({ name: 'parley', base, content: one, released }).pip).toBe(`0.2.1.dev0+${one}`);
  });

  it('is after the release before it and before the next one', () => {
    const { npm } = packedVersion({ name, base: '0.2.0', content: other, released });
    expect(semver.sort(['0.2.1', npm, '0.2.0', `0.1.0-dev.${one}`])).toEqual([
      `0.1.0-dev.${one}`,
      '0.2.0',
      npm,
      '0.2.1',
    ]);
  });

  it('is valid whatever digits a hash has', () => {
    for (let index = 0; index < 2_000; index += 1) {
      const content = contentHash(Buffer.from(String(index)));
      expect(content).toMatch(/^h[0-9a-f]{12}$/);
      expect(semver.valid(`0.1.0-dev.${content}`)).toBe(`0.1.0-dev.${content}`);
    }
  });
});
