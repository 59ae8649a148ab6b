// @module-tag pure

import { describe, expect, it } from 'vitest';
import { reached } from './test-since.mjs';

const unit = 'apps/server/src/scheduling/lanes.test.ts';
const browser = 'apps/dashboard/testing/access/keys.test.ts';
const react = 'packages/react/testing/chat.test.ts';
const crash = 'apps/server/testing/crash/turns.test.ts';
const client = 'packages/sdk/testing/pages.test.ts';
const guide = 'docs/testing/guides.test.ts';
const all = [unit, browser, react, crash, client, guide];

/** @param {readonly string[]} changed @param {readonly string[]} imported */
const chosen = (changed, imported = []) => [...reached(changed, imported, all).chosen];

describe('what a change can reach', () => {
  it('is what imports it, and the lanes that run it', () => {
    expect(chosen(['apps/server/src/scheduling/lanes.ts'], [unit])).toEqual([unit, crash]);
    expect(chosen(['apps/dashboard/src/ui/styles/app.css'])).toEqual([browser, react]);
    expect(chosen(['packages/react/src/chat.tsx'])).toEqual([browser, react]);
    expect(chosen(['packages/widget/src/loader/main.ts'])).toEqual([browser, react]);
    expect(chosen(['packages/widget/scripts/build.mjs'])).toEqual([browser, react]);
    expect(chosen(['packages/sdk/src/client.ts'], [client])).toEqual([client, browser, react]);
    expect(chosen(['apps/server/src/storage/unit.ts'])).toEqual([crash]);
    expect(chosen(['apps/server/src/features/agents/store.ts'])).toEqual([]);
    expect(chosen(['openapi.json'])).toEqual([client]);
    expect(chosen(['README.md'])).toEqual([guide]);
  });

  it('says what is left out', () => {
    const { leftOut } = reached(['openapi.json'], [], all);
    expect(leftOut.map((line) => line.replace(/, which .*/, ''))).toEqual([
      'left out: 2 test files of browser',
      'left out: 1 test files of processes',
      'left out: 1 test files of documents',
      'left out: 1 other test files',
    ]);
  });
});
