import { type Actor, demand, reachFor, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import type { AnsweringAgent } from '../../calling/agent.ts';
import type { FindAgent } from '../../calling/answering.ts';
import type { Database } from '../../storage/database.ts';
import { failures } from './failures.ts';
import * as messages from './messages/store.ts';
import * as store from './store.ts';

/** The object to find, and the permission that the actor needs. */
interface Wanted {
  readonly id: string;
  readonly permission: Permission;
}

/** The only channel and the only user whose conversations an actor reaches in its workspaces; any if undefined. */
export interface Bounds {
  readonly channel: string | undefined;
  readonly user: string | undefined;
  /** The thread in which the actor begins conversations. */
  readonly thread?: string | null;
}

/** The bounds of an actor: a channel has its own conversations, a visitor those of its own in its channel. */
export function boundsOf(actor: Actor): Bounds {
  if (actor.kind === 'visitor') return { channel: actor.channel, user: actor.id };
  if (actor.kind === 'channel') return { channel: actor.id, user: undefined, thread: actor.thread };
  return { channel: undefined, user: undefined };
}

/** True if an actor reaches a conversation; `may` decides what the actor may do there. */
export function reaches(
  actor: Actor,
  conversation: Pick<store.StoredConversation, 'workspace' | 'channel' | 'user'>,
): boolean {
  const { channel, user } = boundsOf(actor);
  return (
    reachOf(actor).includes(conversation.workspace) &&
    (channel === undefined || channel === conversation.channel) &&
    (user === undefined || user === conversation.user)
  );
}

/** Finds a conversation within reach. */
export async function findConversation(db: Database, actor: Actor, id: string) {
  const conversation = await store.find(db, reachOf(actor), id);
  return conversation !== undefined && reaches(actor, conversation) ? conversation : undefined;
}

/** Gets a conversation within reach; throws `conversation_not_found`, or `insufficient_role` without the permission. */
export async function getConversation(
  db: Database,
  actor: Actor,
  { id, permission }: Wanted,
): Promise<store.StoredConversation> {
  const conversation = await findConversation(db, actor, id);
  if (conversation === undefined) throw failures.noConversation();
  demand(actor, permission, conversation.workspace);
  return conversation;
}

/** Gets an agent within reach; throws `agent_not_found`, or `insufficient_role` without the permission. */
export async function getAgent(
  findAgent: FindAgent,
  actor: Actor,
  { id, permission }: Wanted,
): Promise<AnsweringAgent> {
  // A visitor talks with one agent of the workspace.
  const isOther = actor.kind === 'visitor' && actor.agent !== id;
  const agent = isOther ? undefined : await findAgent(reachOf(actor), id);
  if (agent === undefined) throw failures.noAgent();
  demand(actor, permission, agent.workspace);
  return agent;
}

/** Gets a message within reach; throws `message_not_found`, or `insufficient_role` without the permission. */
export async function getMessage(
  db: Database,
  actor: Actor,
  { id, permission }: Wanted,
): Promise<messages.StoredMessage> {
  const message = await messages.find(db, reachOf(actor), id);
  // Only a visitor or a channel is bound to certain conversations of its workspace; for others, this saves a query.
  const isBound = boundsOf(actor).channel !== undefined;
  if (message === undefined || (isBound && !(await findConversation(db, actor, message.conversation)))) {
    throw failures.noMessage();
  }
  demand(actor, permission, message.workspace);
  return message;
}

/** Returns the workspaces whose conversations the actor may read; of a filter, the one named, if it is among them. */
export const readable = (actor: Actor, workspace: string | undefined): readonly string[] =>
  reachFor(actor, 'conversations:read', workspace);

/** Returns the workspace if the actor may read its conversations; otherwise throws `workspace_not_found`. */
export function demandReadable(actor: Actor, workspace: string): string {
  if (readable(actor, workspace).length === 0) throw failures.noWorkspace();
  return workspace;
}
