import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { tempFolder } from '../temp-folder.ts';
import { createDisk, type Fate } from './disk.ts';
import { contentOf, type FoundAgent, problemsWith, type Step, type Story, settle } from './history.ts';
import type { Deed } from './trace.ts';

/** The instruments of the crash tests must detect what they look for. */
describe('the comparison with acknowledged writes', () => {
  const acknowledged = (to: Step['to'], by = 'an answer'): Step => ({ to, acknowledgedBy: by });
  const sent = (to: Step['to']): Step => ({ to, acknowledgedBy: undefined });
  const story = (...steps: Step[]): Story => ({ name: 'a', key: 'k', id: 'agent_a', steps });
  const found = (revision: number, more: Partial<FoundAgent> = {}): FoundAgent => ({
    ...{ id: 'agent_a', name: 'a', ...contentOf(story(), revision) },
    ...more,
  });

  const cases: readonly (readonly [string, Story, readonly FoundAgent[], readonly string[]])[] = [
    ['what was acknowledged', story(acknowledged(0), acknowledged(1)), [found(1)], []],
    ['an uncertain step that happened', story(acknowledged(0), sent(1)), [found(1)], []],
    ['an uncertain step that did not happen', story(acknowledged(0), sent(1)), [found(0)], []],
    ['an uncertain creation that did not happen', story(sent(0)), [], []],
    ['a lost creation', story(acknowledged(0)), [], ['a is not there, but at revision 0 was acknowledged last.']],
    [
      'a lost update',
      story(acknowledged(0), acknowledged(1)),
      [found(0)],
      ['a is at revision 0, but at revision 1 was acknowledged last.'],
    ],
    [
      'a lost deletion',
      story(acknowledged(0), acknowledged('gone')),
      [found(0)],
      ['a is at revision 0, but not there was acknowledged last.'],
    ],
    [
      'a second agent',
      story(acknowledged(0)),
      [found(0), found(0, { id: 'agent_b' })],
      ['a is there twice.', 'a has another id.'],
    ],
    ['what was never sent', story(acknowledged(0)), [found(0), found(0, { name: 'b' })], ['b was never sent.']],
    ['half an update', story(acknowledged(0), sent(1)), [found(0, { systemPrompt: 'x' })], ['a mixes two revisions.']],
  ];

  test.each(cases)('judges %s', (_what, told, agents, problems) => {
    expect(problemsWith([told], agents)).toEqual(problems);
  });

  test('counts an answer from the moment it was sent', () => {
    const told = story(acknowledged(0, 'first'), acknowledged(1, 'second'));
    expect(problemsWith([told], [found(0)], (id) => id === 'first')).toEqual([]);
    expect(problemsWith([told], [found(0)], () => true)).toHaveLength(1);
  });

  test('accepts the found state as what happened', () => {
    const happened = story(acknowledged(0), sent(1));
    const lost = story(acknowledged(0), sent(1));
    settle([happened], [found(1)]);
    settle([lost], [found(0)]);
    expect([happened, lost].map(({ steps }) => steps.map(({ to }) => to))).toEqual([[0, 1], [0]]);
  });
});

describe('the disk', () => {
  const folder = '/data';
  const write = (text: string, offset?: number): Deed => {
    return { does: 'write', path: '/data/file', offset, bytes: Buffer.from(text) };
  };
  const create: Deed = { does: 'create', path: '/data/file', empty: false };
  const sync = (path: string, before: number): Deed => ({ does: 'sync', path, before });

  /** The content of the file after these deeds and a cut; undefined if there is no file. */
  const afterCut = (deeds: readonly Deed[], fate: Fate, seed = 1): string | undefined => {
    const disk = createDisk(folder);
    for (const deed of deeds) disk.apply(deed);
    const target = tempFolder();
    // The smallest random value keeps no unconfirmed name.
    disk.cut(target, () => fate, fate === 'dropped' ? () => 0 : createRandom(seed));
    const file = join(target, 'file');
    return existsSync(file) ? readFileSync(file, 'latin1') : undefined;
  };

  const confirmed = [create, sync('/data', 1), write('one'), sync('/data/file', 3)];

  test('keeps confirmed writes and loses others', () => {
    expect(afterCut([...confirmed, write('two', 3)], 'dropped')).toBe('one');
    expect(afterCut([...confirmed, write('two', 3)], 'kept')).toBe('onetwo');
    expect(afterCut([...confirmed, { does: 'truncate', path: '/data/file', size: 1 }], 'dropped')).toBe('one');
    expect(afterCut([...confirmed, { does: 'truncate', path: '/data/file', size: 1 }], 'kept')).toBe('o');
  });

  test('an fsync confirms only what was done before it began', () => {
    expect(afterCut([create, sync('/data', 1), write('one'), write('two'), sync('/data/file', 3)], 'dropped')).toBe(
      'one',
    );
  });

  test('loses a file whose folder has no fsync', () => {
    expect(afterCut([create, write('one'), sync('/data/file', 2)], 'dropped')).toBeUndefined();
    const renamed: Deed = { does: 'rename', path: '/data/file', to: '/data/other' };
    expect(afterCut([...confirmed, renamed], 'dropped')).toBe('one');
    expect(afterCut([...confirmed, renamed, sync('/data', 5)], 'dropped')).toBeUndefined();
  });

  test('tears a write at sector boundaries', () => {
    const page = 'x'.repeat(4096);
    const seen = Array.from({ length: 20 }, (_, seed) => afterCut([...confirmed, write(page, 0)], 'torn', seed));
    expect(new Set(seen.map((content) => content?.length)).size).toBeGreaterThan(2);
    for (const content of seen) {
      for (let start = 512; start < (content ?? '').length; start += 512) {
        expect(['x'.repeat(512), '\0'.repeat(512)]).toContain(content?.slice(start, start + 512));
      }
    }
  });
});
