// @module-tag pure

import { expect, it } from 'vitest';
import { handoversIn } from './handovers.ts';

const said = (...roles: readonly (readonly [role: 'user' | 'assistant' | 'human', author?: string])[]) =>
  roles.map(([role, author = null], index) => ({ _id: String(index), role, author }));

it('a person takes over, another one after, and the agent has it again', () => {
  const messages = said(
    ...([['assistant'], ['user'], ['human', 'ada'], ['user'], ['human', 'ada']] as const),
    ...([['human', 'grace'], ['user'], ['assistant'], ['user'], ['assistant']] as const),
  );
  expect([...handoversIn(messages)]).toEqual([
    ['2', 'taken'],
    ['5', 'taken'],
    ['7', 'returned'],
  ]);
});

it('says nothing about what is before the first reply', () => {
  expect(handoversIn(said(['user'], ['human', 'ada'])).size).toBe(0);
  expect(handoversIn([]).size).toBe(0);
});
