import { McpError } from '../../../tools/mcp/error.ts';
import { accessTokenSecret } from '../../../tools/oauth/secret-names.ts';
import { accessToken } from '../../../tools/oauth/tokens.ts';
import type { Accounts } from '../running/accounts.ts';
import { type ConnectionNeeds, oauthNeeds } from './oauth-needs.ts';
import * as store from './store.ts';

/** Creates what adds the tokens of connected accounts to calls. */
export const createAccounts = (needs: ConnectionNeeds): Accounts => ({
  using: async ({ tool, auth, secrets }, work) => {
    const row = auth === 'workspace' ? await store.find(needs.db, tool.workspace, tool.id) : undefined;
    if (row === undefined || row.state === 'none') return work(secrets);
    const { id } = row;
    const serverUrl = String(tool.settings['url']);
    const tokenFor = (rejected?: string) => accessToken(oauthNeeds(needs), { id, serverUrl, rejected });
    const token = await tokenFor();
    try {
      return await work({ ...secrets, [accessTokenSecret]: token });
    } catch (error) {
      if (!isRefused(error)) throw error;
      return work({ ...secrets, [accessTokenSecret]: await tokenFor(token) });
    }
  },
});

/** True if a server has refused a token before it did anything. */
const isRefused = (error: unknown): boolean =>
  error instanceof McpError && error.status === 401 && error.outcome === 'not_run';
