import { demand, may, type Principal, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Database } from '../../storage/database.ts';
import { failures } from './failures.ts';
import * as messages from './messages/store.ts';
import * as store from './store.ts';
import { findAgent } from './turns/prompt-store.ts';

/** Gets things for a caller: found within reach, and permitted; else throws what the caller may know of it. */
export function createAccess(db: Database) {
  const get = async ({ principal }: Caller, permission: Permission, id: string) => {
    const conversation = await store.find(db, reachOf(principal), id);
    if (conversation === undefined) throw failures.noConversation();
    demand(principal, permission, conversation.workspace);
    return conversation;
  };

  const getAgent = async ({ principal }: Caller, permission: Permission, id: string) => {
    const agent = await findAgent(db, reachOf(principal), id);
    if (agent === undefined) throw failures.noAgent();
    demand(principal, permission, agent.workspace);
    return agent;
  };

  const getMessage = async ({ principal }: Caller, permission: Permission, id: string) => {
    const message = await messages.find(db, reachOf(principal), id);
    if (message === undefined) throw failures.noMessage();
    demand(principal, permission, message.workspace);
    return message;
  };

  return { get, getAgent, getMessage };
}

/** The workspaces whose conversations the principal may read: all of them, or the one named, else `workspace_not_found`. */
export function readable(principal: Principal, workspace: string | undefined): readonly string[] {
  const visible = reachOf(principal).filter((each) => may(principal, 'conversations:read', each));
  if (workspace === undefined) return visible;
  if (!visible.includes(workspace)) throw failures.noWorkspace();
  return [workspace];
}
