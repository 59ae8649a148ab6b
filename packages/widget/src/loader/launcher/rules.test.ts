// @module-tag pure
import { describe, expect, it } from 'vitest';
import { chooseRule, matchesPath, mayRepeat, type Rule, type View } from './rules.ts';

const rule = (part: Partial<Rule>): Rule => ({
  ...{ text: 'Hello', paths: [], afterSeconds: 0, scrollPercent: 0, onExit: false, repeat: 'visit' },
  ...part,
});
const view = (part: Partial<View>): View => ({ path: '/', seconds: 0, scrolled: 0, exited: false, ...part });
const choose = (rules: readonly Rule[], part: Partial<View>, mayShow = (_: Rule) => true) =>
  chooseRule(rules, view(part), mayShow)?.text;

describe('a path of a rule', () => {
  it.each([
    ['/', '/', true],
    ['/', '/pricing', false],
    ['/pricing', '/pricing', true],
    ['/pricing', '/pricing/', true],
    ['/pricing/', '/pricing', true],
    ['/pricing', '/pricing-old', false],
    ['/pricing*', '/pricing/teams', true],
    ['/pricing*', '/pricing', true],
    ['/*/pricing', '/de/pricing', true],
    ['/*/pricing', '/pricing', false],
    ['/a*a', '/a', false],
    ['/a*b*c', '/a-c-b-c', true],
    ['/a*b*c', '/a-c-b', false],
    ['/*', '/', true],
    ['/a.c', '/abc', false],
    ['/(a+)+$', '/aaaa', false],
  ])('%s and the page %s: %s', (pattern, path, matches) => {
    expect(matchesPath(pattern, path)).toBe(matches);
  });

  it('takes no time with many stars', () => {
    expect(matchesPath(`/${'*a'.repeat(99)}b`, `/${'a'.repeat(50_000)}`)).toBe(false);
  });
});

describe('the rule of a page', () => {
  it('is the first whose conditions all hold', () => {
    const rules = [
      rule({ text: 'late', afterSeconds: 20, paths: ['/pricing*'] }),
      rule({ text: 'read', scrollPercent: 50 }),
      rule({ text: 'leaving', onExit: true, afterSeconds: 5 }),
    ];
    expect(choose(rules, { path: '/pricing', seconds: 19 })).toBeUndefined();
    expect(choose(rules, { path: '/pricing', seconds: 20, scrolled: 90 })).toBe('late');
    expect(choose(rules, { path: '/', seconds: 20, scrolled: 50 })).toBe('read');
    expect(choose(rules, { path: '/', seconds: 20, exited: true })).toBe('leaving');
    expect(choose(rules, { path: '/', seconds: 4, exited: true })).toBeUndefined();
    expect(choose(rules, { scrolled: 100, exited: true, seconds: 9 }, ({ text }) => text !== 'read')).toBe('leaving');
  });
});

describe('a rule whose bubble was shown', () => {
  const now = 1_700_000_000_000;
  const hour = 60 * 60 * 1000;
  const shown = { at: now - hour, inThisVisit: false, closed: false };
  it.each([
    ['visit', { inThisVisit: true }, false],
    ['visit', { closed: true }, true],
    ['day', {}, false],
    ['day', { at: now - 24 * hour }, true],
    ['until_closed', { inThisVisit: true }, true],
    ['until_closed', { closed: true, at: 0 }, false],
  ] as const)('%s, after %o: %s', (repeat, part, may) => {
    expect(mayRepeat({ repeat }, { ...shown, ...part }, now)).toBe(may);
    expect(mayRepeat({ repeat }, undefined, now)).toBe(true);
  });
});
