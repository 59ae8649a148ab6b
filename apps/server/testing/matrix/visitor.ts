import type { Permission } from '../../src/access/scopes.ts';
import { newId } from '../../src/ids.ts';
import { statement } from '../../src/storage/unit.ts';
import { row } from '../people.ts';
import { letIn, makeWebChannel } from '../visitors.ts';
import type { Check } from './checks.ts';
import type { Row } from './row.ts';
import type { Subject } from './subjects.ts';
import { bearer, type World } from './world.ts';

/** What a visitor is bound to. */
export interface Visit {
  readonly id: string;
  readonly channel: string;
  readonly agent: string;
}

/** The operations that visitors may call, and the names that they may send there; written down again, not imported. */
const takes: Readonly<Record<string, readonly string[]>> = {
  chat: ['content', 'message', 'conversationId', 'clientMessageId', 'stream'],
  sendMessage: ['content', 'message', 'clientMessageId', 'stream'],
  retryMessage: ['stream'],
  rateMessage: ['rating', 'comment'],
  cancelTurn: [],
  listConversations: ['limit', 'cursor', 'status'],
  getConversation: [],
  followConversation: [],
  followConversationEvents: [],
  listMessages: ['limit', 'cursor', 'sort'],
  getMessage: [],
};

/** A visitor may call few operations, with few parameters. */
export const admitsVisitor =
  (id: string, { needs, slots = {} }: Row): Check =>
  ({ kind, refused }, aims) => {
    if (kind !== 'visitor' || needs === 'nothing' || refused !== undefined) return undefined;
    const names = takes[id];
    if (names === undefined) return { status: 403, code: 'visitor_not_allowed' };
    const isOther = (name: string) =>
      slots[name]?.in === 'query' && aims[name] !== 'absent' && aims[name] !== undefined && !names.includes(name);
    return Object.keys(slots).some(isOther) ? { status: 400, code: 'unknown_parameter' } : undefined;
  };

/** Lets a visitor in, on a widget of an agent at home. */
async function visit({ service, sites }: World): Promise<{ token: string; visitor: Visit }> {
  const { db, url } = service;
  const { workspace, marker: name } = sites.home;
  const agent = newId('agent');
  const texts = { name, description: '', system_prompt: name, model: 'builtin/echo', status: 'active' };
  const folded = { name_folded: name, description_folded: '', answer_mode: 'open', rerank: 0 };
  const rest = { temperature: '0.5', version: 1, created_at: Date.now(), updated_at: Date.now() };
  await db.write([row(db, 'agents', { id: agent, workspace_id: workspace, ...texts, ...folded, ...rest })]);
  const channel = await makeWebChannel(service, { workspace, agent });
  const { token, visitor } = await letIn(url, channel);
  return { token, visitor: { id: visitor.id, channel, agent } };
}

type Drafting = (draft: Partial<Subject>) => Subject;

/** The subjects that are visitors; at home, a conversation is their own. */
export const visitorSubjects = (subjectOf: Drafting): Readonly<Record<string, (world: World) => Promise<Subject>>> => ({
  'visitor of a channel': async (world) => {
    const { token, visitor } = await visit(world);
    const scopes = new Set<Permission>(['conversations:read', 'conversations:write']);
    return subjectOf({ kind: 'visitor', headers: bearer({ key: token }), scopes, roles: { home: 'editor' }, visitor });
  },
  'visitor of a deleted channel': async (world) => {
    const { token, visitor } = await visit(world);
    const { db } = world.service;
    await db.write([statement(db.query.deleteFrom('channels').where('id', '=', visitor.channel), { rows: 1 })]);
    return subjectOf({ kind: 'visitor', headers: bearer({ key: token }), refused: 'invalid_visitor_token' });
  },
});
