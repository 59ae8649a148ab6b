import { type Actor, systemIn } from '../../../access/actor.ts';
import { demandConfirmed } from '../../../access/confirmation.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { KindTool } from '../../../tools/kind.ts';
import { McpError } from '../../../tools/mcp/error.ts';
import { listServer } from '../../../tools/mcp/mcp.ts';
import { accountOf, beginSignIn, completeSignIn } from '../../../tools/oauth/authorize.ts';
import { clientDocument } from '../../../tools/oauth/document.ts';
import { AccountError } from '../../../tools/oauth/error.ts';
import { getTool } from '../access.ts';
import type { Tool } from '../schema.ts';
import { openSecrets, type ToolSecrets } from '../secrets.ts';
import { type ConnectionNeeds, oauthNeeds } from './oauth-needs.ts';
import type { ToolConnection } from './schema.ts';
import * as store from './store.ts';

/** Time for the first answer of a server, in ms. */
const askMs = 10_000;

type Needs = ConnectionNeeds & {
  readonly record: RecordEvent;
  readonly publicUrl: string;
  newId(kind: 'toolConnection'): string;
};

export type Connections = ReturnType<typeof createConnections>;

/** The accounts of tools: connect, read, disconnect. */
export function createConnections(needs: Needs) {
  const { db, now, record, publicUrl, newId } = needs;

  /** The ID of a tool's connection, which is added if it is missing. */
  const connectionOf = async (workspace: string, tool: string): Promise<string> => {
    const time = now();
    const blank = { user_id: null, state: 'none', record: null, expires_at: null, locked_until: null, locked_by: null };
    const row = { id: newId('toolConnection'), workspace_id: workspace, tool_id: tool, ...blank };
    await db.write([store.add(db, { ...row, created_at: time, updated_at: time })]);
    // Another request may have added it.
    return (await store.find(db, workspace, tool))?.id ?? row.id;
  };

  /** The challenge of the server to a request without an account. It leads to the sign-in. */
  const challengeOf = async (tool: KindTool, secrets: ToolSecrets): Promise<string | undefined> => {
    try {
      await listServer(needs.outbound, { tool, secrets, signal: AbortSignal.timeout(askMs) });
      return undefined;
    } catch (error) {
      if (error instanceof McpError) return error.challenge;
      throw error;
    }
  };

  return {
    /** Begins a sign-in, and returns the address to open. */
    connect: async (actor: Actor, id: string): Promise<{ readonly url: string }> => {
      const { json, workspace, secrets } = await getTool(db, actor, { id, permission: 'agents:write' });
      demandConfirmed(actor, now());
      const tool = JSON.parse(json) as Tool;
      const { type, auth, settings } = tool;
      if (type !== 'mcp' || auth !== 'workspace')
        throw invalid([{ path: 'id', message: 'is not a tool of the type mcp with auth workspace' }]);
      const connection = await connectionOf(workspace, id);
      const challenge = await challengeOf({ ...tool, id }, openSecrets(needs.secrets, id, secrets));
      const serverUrl = String(settings['url']);
      const signIn = { id: connection, serverUrl, challenge, session: connection, publicUrl };
      try {
        const { authorizationUrl } = await beginSignIn(oauthNeeds(needs), signIn);
        return { url: authorizationUrl };
      } catch (error) {
        if (!(error instanceof AccountError)) throw error;
        throw new AppError('tool_unreachable', `No account can be connected: ${error.message}`);
      }
    },

    /** Completes a sign-in. Its `state` names the connection, and proves that it was begun for it. */
    complete: async (query: Readonly<Record<string, string | undefined>>): Promise<void> => {
      const params = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as [string, string]],
        ),
      );
      const id = accountOf(params.get('state') ?? '') ?? '';
      const row = await store.findById(db, id);
      if (row === undefined) throw unknown(new AccountError('state'));
      const { workspace_id: workspace, tool_id: tool } = row;
      const before = await oauthNeeds(needs).load(id);
      const oauth = oauthNeeds(needs, ({ grant }) =>
        grant?.state === 'connected' && grant.accessToken !== before?.grant?.accessToken
          ? [record(systemIn(workspace), { type: 'tool.connected', workspace, data: { tool } })]
          : [],
      );
      try {
        await completeSignIn(oauth, { id, session: id, params });
      } catch (error) {
        throw error instanceof AccountError ? unknown(error) : error;
      }
    },

    read: async (actor: Actor, id: string): Promise<ToolConnection> => {
      const { workspace } = await getTool(db, actor, { id, permission: 'agents:read' });
      const row = await store.find(db, workspace, id);
      const expiresAt = row?.expires_at ?? null;
      return {
        state: (row?.state ?? 'none') as ToolConnection['state'],
        expiresAt: expiresAt === null ? null : new Date(Number(expiresAt)).toISOString(),
      };
    },

    /** Forgets the account of a tool. */
    remove: async (actor: Actor, id: string): Promise<void> => {
      const { workspace } = await getTool(db, actor, { id, permission: 'agents:write' });
      if ((await store.find(db, workspace, id)) === undefined) return;
      await db.write([
        store.remove(db, workspace, id),
        record(actor, { type: 'tool.disconnected', workspace, data: { tool: id } }),
      ]);
    },

    /** The Client ID Metadata Document. */
    document: () => ({ type: 'application/json' as const, text: JSON.stringify(clientDocument(publicUrl)) }),
  };
}

const unknown = ({ message }: AccountError) => invalid([{ path: 'state', message: `is refused: ${message}` }]);
