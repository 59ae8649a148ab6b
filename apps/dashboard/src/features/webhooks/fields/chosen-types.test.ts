// @module-tag pure

import { expect, it } from 'vitest';
import { findTypes, isChosen, stateOfThing, toggleThing, toggleType, typesByThing } from './chosen-types.ts';

it('chooses single types', () => {
  const one = toggleType([], 'agent.created');
  expect(one).toEqual(['agent.created']);
  expect(stateOfThing(one, 'agent')).toBe('some');
  expect(stateOfThing(one, 'channel')).toBe('none');
  expect(toggleType(one, 'agent.created')).toEqual([]);
});

it('chooses all types of a thing in place of single ones', () => {
  const all = toggleThing(['agent.created', 'channel.error'], 'agent');
  expect(all).toEqual(['channel.error', 'agent.*']);
  expect(isChosen(all, 'agent.deleted')).toBe(true);
  expect(toggleThing(all, 'agent')).toEqual(['channel.error']);
});

it('leaves out one of all types of a thing', () => {
  const rest = toggleType(['agent.*'], 'agent.deleted');
  expect(rest).toEqual(typesByThing.get('agent')?.filter((type) => type !== 'agent.deleted'));
  expect(isChosen(rest, 'agent.deleted')).toBe(false);
});

it('finds types by their names and words', () => {
  expect(findTypes('agent.cre')).toEqual([['agent', ['agent.created']]]);
  expect(findTypes('took over')).toEqual([['conversation', ['conversation.taken_over']]]);
  expect(findTypes('')).toHaveLength(typesByThing.size);
  expect(findTypes('zebra')).toEqual([]);
});
