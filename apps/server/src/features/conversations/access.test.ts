// @module-tag pure

import { describe, expect, test } from 'vitest';
import { type Actor, type KeyActor, type SessionActor, systemIn, type VisitorActor } from '../../access/actor.ts';
import { permissions } from '../../access/scopes.ts';
import { boundsOf, reaches } from './access.ts';

const workspace = 'ws_1';
const session: SessionActor = {
  kind: 'session',
  id: 'sess_1',
  user: { id: 'user_1', email: 'a@example.com' },
  account: { id: 'acct_1', plan: 'free' },
  scopes: new Set(permissions),
  memberships: new Map([[workspace, 'owner']]),
  ownWorkspaces: new Set([workspace]),
  boundTo: undefined,
  expiresAt: undefined,
  ...{ hasSecondFactor: false, confirmedAt: 0, locked: [] },
};
const key: KeyActor = { ...session, kind: 'key', id: 'key_1' };
const visitor: VisitorActor = {
  ...{ kind: 'visitor', id: 'visitor-1', channel: 'chan_1', agent: 'agent_1', workspace, address: '203.0.113.7' },
  ...{ account: { id: 'acct_1', plan: 'free' }, seesCitations: true, expiresAt: Number.POSITIVE_INFINITY },
};
const channel: Actor = { kind: 'channel', id: 'chan_1', workspace, thread: null, context: null, at: 0 };

const conversation = { workspace, channel: 'chan_1', user: 'visitor-1' };
const ofOtherUser = { ...conversation, user: 'visitor-2' };
const withoutUser = { ...conversation, user: null };
const ofOtherChannel = { ...conversation, channel: 'chan_2' };
const withoutChannel = { ...conversation, channel: null };
const elsewhere = { ...conversation, workspace: 'ws_2' };
const rows = { conversation, ofOtherUser, withoutUser, ofOtherChannel, withoutChannel, elsewhere };

const reached = (actor: Actor) =>
  Object.entries(rows)
    .filter(([, row]) => reaches(actor, row))
    .map(([name]) => name);

describe('an actor reaches', () => {
  const inWorkspace = ['conversation', 'ofOtherUser', 'withoutUser', 'ofOtherChannel', 'withoutChannel'];

  test.each([
    ['key', key],
    ['session', session],
    ['system', systemIn(workspace)],
  ])('as a %s: every conversation of its workspaces', (_kind, actor) => {
    expect(reached(actor)).toEqual(inWorkspace);
    expect(boundsOf(actor)).toEqual({ channel: undefined, user: undefined });
  });

  test('as a visitor: its own conversations in its channel', () => {
    expect(reached(visitor)).toEqual(['conversation']);
    expect(reached({ ...visitor, id: '' })).toEqual([]);
  });

  test('as a channel: the conversations that came through it', () => {
    expect(reached(channel)).toEqual(['conversation', 'ofOtherUser', 'withoutUser']);
  });
});
