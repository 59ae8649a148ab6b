// @module-tag pure

import { expect, it } from 'vitest';
import { approvedOf } from './approved.ts';

it('finds the approved tools of a server', () => {
  const tool = (name: string, approved: boolean) => ({ name, description: '', inputSchema: {}, approved });
  const names = approvedOf({ settings: { tools: [tool('a', true), tool('b', false)] } }).map(({ name }) => name);
  expect(names).toEqual(['a']);
  expect(approvedOf({ settings: {} })).toEqual([]);
});
