// @module-tag pure

import { expect, onTestFinished, test } from 'vitest';
import { settingsOf } from '../../../testing/outbound/world.ts';
import { startMcpServer } from '../../../testing/servers/mcp-server.ts';
import { startOAuthServer } from '../../../testing/servers/oauth-server.ts';
import { createOutbound } from '../../outbound/outbound.ts';
import { createMcpTool } from '../mcp/mcp.ts';
import { definitionDigest } from '../mcp/pins.ts';
import { beginSignIn, completeSignIn } from './authorize.ts';
import type { OAuthNeeds, OAuthRecord } from './record.ts';
import { accessTokenSecret } from './secret-names.ts';
import { accessToken } from './tokens.ts';

test.each(['modern', 'sessions'] as const)(
  'a tool of a server (%s) runs for the account that signed in',
  async (era) => {
    const [mcp, auth] = [await startMcpServer(era), await startOAuthServer()];
    const hosts = [mcp, auth].map(({ port }) => `127.0.0.1:${port}`).join(',');
    const outbound = createOutbound({ settings: settingsOf({ PARLEY_ALLOW_PRIVATE_HOSTS: hosts }) });
    onTestFinished(() => {
      for (const part of [outbound, mcp, auth]) part.close();
    });
    auth.resourceMetadata = { resource: mcp.url };
    mcp.tools = [{ name: 'work' }];
    mcp.before = ({ headers: { authorization = '' } }, response) => {
      if (auth.accepts(authorization.replace('Bearer ', ''))) return false;
      const metadata = `${auth.issuer}/.well-known/oauth-protected-resource/mcp`;
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
      return true;
    };
    const definition = { name: 'work', description: '', inputSchema: { type: 'object' } };
    const call = (secrets: Readonly<Record<string, string>>) =>
      createMcpTool().run(
        { now: Date.now, outbound },
        {
          tool: {
            ...{ id: 'tool_1', workspace: 'ws_1', name: 'crm', description: '', inputSchema: null },
            settings: {
              url: mcp.url,
              tools: [{ ...definition, digest: definitionDigest(definition), approved: true }],
            },
            timeoutMs: 20_000,
            idempotent: false,
          },
          ...{ name: 'crm_work', arguments: {}, idempotencyKey: 'call_1', signal: new AbortController().signal },
          secrets,
        },
      );

    const refused = await call({}).catch((error) => error);
    expect(refused).toMatchObject({ kind: 'unauthorized', outcome: 'not_run', status: 401 });

    const records = new Map<string, OAuthRecord>();
    const needs: OAuthNeeds = {
      fetch: outbound.fetch,
      now: Date.now,
      load: async (id) => records.get(id),
      save: async (id, record) => void records.set(id, record),
      withLock: (_id, work) => work(),
    };
    const { challenge } = refused;
    const account = { id: 'tool_1', session: 'a session' };
    const signIn = { ...account, serverUrl: mcp.url, challenge, publicUrl: 'https://parley.test' };
    const { authorizationUrl } = await beginSignIn(needs, signIn);
    await completeSignIn(needs, { ...account, params: auth.agree(authorizationUrl) });
    const token = await accessToken(needs, { id: 'tool_1', serverUrl: mcp.url });
    expect(await call({ [accessTokenSecret]: token })).toMatchObject({ content: 'done', isError: false });
  },
);
