import type {
  Parley,
  Tool,
  ToolCreateParams,
  ToolDefinitionApproveParams,
  ToolTryParams,
  ToolUpdateParams,
  UserConnectionRef,
} from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { toolQueries } from '../../api/queries/tool-queries.ts';
import { queryClient } from '../../api/queries.ts';

/** The operations on tools. All but the trial read again what they change. */
export const toolCalls = {
  create: (body: ToolCreateParams) => renewing((client) => client.tools.create(body)),
  /** Changes a tool as it is stored now, so that definitions which were approved meanwhile stay approved. */
  update: (id: string, changesOf: (stored: Tool) => ToolUpdateParams) =>
    renewing(async (client) => {
      const { data, etag } = await client.tools.retrieve(id).withResponse();
      return client.tools.update(id, changesOf(data), { ifMatch: etag });
    }),
  delete: async (id: string): Promise<void> => {
    await callApi((client) => client.tools.delete(id));
    queryClient.removeQueries({ queryKey: toolQueries.one(id).queryKey });
    for (const part of ['list', 'first']) void renew(part);
    void queryClient.invalidateQueries({ queryKey: ['quotas'] });
  },
  tryOut: (id: string, body: ToolTryParams) => callApi((client) => client.tools.tryOut(id, body)),
  /** Approves definitions of an MCP server, or withdraws approvals. If that is refused, the server is asked again, too. */
  approve: async (id: string, body: ToolDefinitionApproveParams): Promise<void> => {
    try {
      await callApi((client) => client.tools.definitions.approve(id, body));
    } finally {
      await Promise.all([renew('definitions'), renew('one')]);
    }
  },
  /** Begins to connect an account, and returns the address at which a person signs in. */
  connect: (id: string) => callApi((client) => client.tools.connection.create(id)),
  disconnect: async (id: string): Promise<void> => {
    await callApi((client) => client.tools.connection.delete(id));
    await renew('connection');
    void renew('definitions');
  },
  disconnectUser: async (account: UserConnectionRef): Promise<void> => {
    await callApi((client) => client.tools.connections.delete(account));
    await renew('user-connections');
  },
};

const renew = (part: string) => queryClient.invalidateQueries({ queryKey: ['tools', part] });

async function renewing<Data>(call: (client: Parley) => Promise<Data>): Promise<Data> {
  const data = await callApi(call);
  for (const part of ['list', 'first', 'one']) await renew(part);
  // A server may take its time.
  for (const part of ['definitions', 'connection']) void renew(part);
  void queryClient.invalidateQueries({ queryKey: ['quotas'] });
  return data;
}
