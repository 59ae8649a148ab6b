import { type Actor, lineOf } from '../../../access/actor.ts';
import { demandConfirmed } from '../../../access/confirmation.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import { kindOf } from '../../../tools/kinds.ts';
import { clientDocument } from '../../../tools/oauth/document.ts';
import { getTool } from '../access.ts';
import type { Tool } from '../schema.ts';
import { createLinks, type LinkNeeds } from './links.ts';
import { readAccounts } from './list-store.ts';
import type { ConnectionNeeds } from './oauth-needs.ts';
import { blankConnection } from './rows.ts';
import type { ToolConnection, UserConnectionQuery } from './schema.ts';
import * as store from './store.ts';

type Needs = ConnectionNeeds &
  LinkNeeds & {
    readonly record: RecordEvent;
    newId(kind: 'toolConnection'): string;
  };

export type Connections = ReturnType<typeof createConnections>;

/** The accounts of tools: connect, read, list, disconnect. */
export function createConnections(needs: Needs) {
  const { db, now, record, publicUrl, newId } = needs;
  const links = createLinks(needs);

  return {
    /** Returns the address at which a person connects the account of the workspace. */
    connect: async (actor: Actor, id: string): Promise<{ readonly url: string }> => {
      const { json, workspace } = await getTool(db, actor, { id, permission: 'agents:write' });
      demandConfirmed(actor, now());
      const { type, auth, settings } = JSON.parse(json) as Tool;
      if (auth === 'none' || kindOf(type).accountFor?.(settings) === undefined)
        throw invalid([{ path: 'id', message: 'is not a tool with accounts: see its auth, and settings.oauth' }]);
      const blank = blankConnection({ id: newId('toolConnection'), workspace, tool: id, now: now() });
      await db.write([store.add(db, blank)]);
      // Another request may have added it.
      const row = (await store.find(db, workspace, { tool: id, key: null })) ?? blank;
      return { url: links.create(row) };
    },

    read: async (actor: Actor, id: string): Promise<ToolConnection> => {
      const { workspace } = await getTool(db, actor, { id, permission: 'agents:read' });
      const row = await store.find(db, workspace, { tool: id, key: null });
      const expiresAt = row?.expires_at ?? null;
      return {
        state: (row?.state ?? 'none') as ToolConnection['state'],
        expiresAt: expiresAt === null ? null : new Date(Number(expiresAt)).toISOString(),
      };
    },

    /** Forgets the account of a workspace. */
    remove: async (actor: Actor, id: string): Promise<void> => {
      const { workspace } = await getTool(db, actor, { id, permission: 'agents:write' });
      if ((await store.find(db, workspace, { tool: id, key: null })) === undefined) return;
      await db.write([
        store.remove(db, workspace, id),
        record(actor, { type: 'tool.disconnected', workspace, data: { tool: id } }),
      ]);
    },

    /** Reads a page of the accounts of end users as JSON text. */
    list: async (
      actor: Actor,
      id: string,
      { query, awaited }: { readonly query: UserConnectionQuery; readonly awaited: AwaitedAnswer | undefined },
    ): Promise<string> => {
      const { workspace } = await getTool(db, actor, { id, permission: 'agents:read' });
      return readAccounts(db, [workspace], { tool: id, query, account: lineOf(actor), awaited });
    },

    /** Forgets the account of an end user. Throws `tool_connection_not_found`. */
    removeOfUser: async (actor: Actor, id: string, connection: string): Promise<void> => {
      const { workspace } = await getTool(db, actor, { id, permission: 'agents:write' });
      await db.write([
        store.removeOfUser(db, workspace, { tool: id, id: connection }, noAccount),
        record(actor, { type: 'tool.disconnected', workspace, data: { tool: id, connection } }),
      ]);
    },

    /** The Client ID Metadata Document. */
    document: () => ({ type: 'application/json' as const, text: JSON.stringify(clientDocument(publicUrl)) }),
  };
}

const noAccount = () => new AppError('tool_connection_not_found', 'There is no such account.');
