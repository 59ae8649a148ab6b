// @module-tag pure

import type { ModelList } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { groupsOf, hasWriter, noteOn } from './models.ts';

const reason = 'It has no API key (OPENAI_API_KEY).';
const list: ModelList = {
  default: 'builtin/extract',
  nextCursor: null,
  embedding: null,
  items: [
    { _id: 'openai/large', provider: 'openai', usable: false, reason, description: null },
    {
      ...{ _id: 'builtin/extract', provider: 'builtin', usable: true, reason: null },
      description: 'Answers from knowledge sources.',
    },
    { _id: 'local/tiny', provider: 'local', usable: true, reason: null, description: null },
  ],
  providers: [
    { name: 'openai', usable: false, reason, open: true, listed: false, listReason: reason },
    { name: 'builtin', usable: true, reason: null, open: false, listed: true, listReason: null },
    { name: 'local', usable: true, reason: null, open: true, listed: true, listReason: null },
    {
      ...{ name: 'hidden', usable: true, reason: null, open: true, listed: false },
      listReason: 'The provider answered with status 404.',
    },
  ],
};

describe('selectable models', () => {
  it('are grouped by provider, the built-in ones last, with one line for what is not set up', () => {
    expect(groupsOf(list)).toMatchObject([
      { title: 'local', choices: [{ name: 'local/tiny', isUsable: true, note: undefined }] },
      {
        title: 'Built in',
        choices: [{ name: 'builtin/extract', isUsable: true, note: 'Answers from knowledge sources.' }],
      },
      { title: 'Not set up', choices: [{ name: 'openai/…', isUsable: false, note: reason }] },
    ]);
  });

  it('write sentences of their own only if a provider is set up', () => {
    expect(hasWriter(list)).toBe(true);
    const bare = list.providers.filter(({ name }) => ['openai', 'builtin'].includes(name));
    expect(hasWriter({ ...list, providers: bare })).toBe(false);
  });

  it('says whether a typed model can reply', () => {
    expect(noteOn('openai/of-my-own', list)).toEqual({ words: `It can’t reply yet. ${reason}`, isTrouble: true });
    expect(noteOn('opnai/large', list)).toEqual({ words: 'No provider is called opnai.', isTrouble: true });
    expect(noteOn('builtin/ecko', list)).toEqual({ words: 'builtin has no model of this name.', isTrouble: true });
    expect(noteOn('local/other', list)).toMatchObject({ isTrouble: false });
    expect(noteOn('hidden/any', list)).toEqual({
      words: 'Any name can be tried. The list of hidden is not known: the provider answered with status 404.',
      isTrouble: false,
    });
    expect(noteOn('builtin/extract', list)).toEqual({ words: 'Answers from knowledge sources.', isTrouble: false });
    expect(noteOn('loc', list)).toMatchObject({ isTrouble: false });
    expect(noteOn('openai/large', undefined)).toMatchObject({ isTrouble: false });
  });
});
