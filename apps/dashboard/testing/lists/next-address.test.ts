// @module-tag pure

import { describe, expect, it } from 'vitest';
import { ownPath } from '../../src/paths.ts';
import { ofEachShape, ofTheSameShapes } from '../setup/hostile-addresses.ts';

const hostile = [...ofEachShape, ...ofTheSameShapes].map((value) => value.replaceAll('HOST', 'attacker.example'));

describe('an address from outside', () => {
  it.each(hostile)('is no path of the dashboard: %j', (value) => {
    expect(ownPath(value)).toBeUndefined();
  });

  it.each(['/%2fHOST', '/%5cHOST', '/%09/HOST'])('stays escaped: %j', (value) => {
    expect(ownPath(value)).toBe(value);
  });

  it('is a path with its query and fragment', () => {
    expect(ownPath('/agents?q=caf%C3%A9&sort=name#list')).toBe('/agents?q=caf%C3%A9&sort=name#list');
  });

  it.each([undefined, 7, null, ['/agents'], { href: '/agents' }])('is undefined if it is no text: %j', (value) => {
    expect(ownPath(value)).toBeUndefined();
  });
});
