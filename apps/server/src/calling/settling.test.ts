// @module-tag pure
import { expect, test } from 'vitest';
import type { OfferedTool } from './aids.ts';
import type { CallKeeper, CallRules, KeptCall } from './kept-calls.ts';
import { settled } from './settling.ts';
import { createVisibleTools } from './visible-tools.ts';

const rules: CallRules = {
  ...{ tool: 'tool_1', definition: 'd', needsApproval: false, answeredBy: 'server', idempotent: true },
  ...{ approvers: [], waitMs: 1_000 },
};
const offered: OfferedTool = { name: 'pay', description: 'Pays.', inputSchema: { type: 'object' }, rules };

/** A call that ran when its process died. */
const running: KeptCall = {
  ...{ id: 'tcall_1', callId: 'call_1', name: 'pay', tool: 'tool_1', step: 1, arguments: {}, digest: 'as it was' },
  ...{ status: 'running', waitsFor: null, deadline: null, reason: null, result: null },
  ...{ idempotent: true, attempts: 1, recoveries: 1 },
};

/** Settles a call for a reply whose calls have this digest now. */
const settle = (call: KeptCall, digest = 'as it was', tools: readonly OfferedTool[] = [offered]) => {
  const keeper = { digestOf: () => digest } as unknown as CallKeeper;
  const about = {} as Parameters<CallKeeper['digestOf']>[0];
  const { starts, ends } = settled([call], {
    parts: [],
    visible: createVisibleTools(tools, []),
    keeper,
    about,
    now: 0,
  });
  return { starts: starts.map(({ id }) => id), ends: ends.map(({ status }) => status) };
};

test('a call that may run twice runs again after a crash', () => {
  expect(settle(running)).toEqual({ starts: ['tcall_1'], ends: [] });
});

test.each([
  ['the agent, the tool or the user is another one since', settle(running, 'another one')],
  ['its tool is detached since', settle(running, 'as it was', [])],
  [
    'another tool has its name since',
    settle(running, 'as it was', [{ ...offered, rules: { ...rules, tool: 'tool_2' } }]),
  ],
  ['it may not run twice', settle({ ...running, idempotent: false })],
  ['it has run three times', settle({ ...running, attempts: 3 })],
])('its outcome stays unknown if %s', (_why, found) => {
  expect(found).toEqual({ starts: [], ends: ['unknown'] });
});
