// @module-tag pure

import { expect, it } from 'vitest';
import { approvedOf, calledName } from './approved.ts';

it('finds the approved tools of a server', () => {
  const tool = (name: string, approved: boolean) => ({ name, description: '', inputSchema: {}, approved });
  const names = approvedOf({ settings: { tools: [tool('a', true), tool('b', false)] } }).map(({ name }) => name);
  expect(names).toEqual(['a']);
  expect(approvedOf({ settings: {} })).toEqual([]);
});

it('names a tool as models do, unless its name has to be altered', () => {
  expect(calledName('tracker', 'create_issue')).toBe('tracker_create_issue');
  expect(calledName('tracker', 'issues.create')).toBeUndefined();
  expect(calledName('tracker', 'x'.repeat(56))).toHaveLength(64);
  expect(calledName('tracker', 'x'.repeat(57))).toBeUndefined();
});
