import type { Parley, ToolCreateParams, ToolUpdateParams } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { toolQueries } from '../../api/queries/tool-queries.ts';
import { queryClient } from '../../api/queries.ts';

/** The operations on tools. All but the trial read the lists again. */
export const toolCalls = {
  create: (body: ToolCreateParams) => renewing((client) => client.tools.create(body)),
  update: (id: string, body: ToolUpdateParams) => renewing((client) => client.tools.update(id, body)),
  delete: async (id: string): Promise<void> => {
    await callApi((client) => client.tools.delete(id));
    queryClient.removeQueries({ queryKey: toolQueries.one(id).queryKey });
    for (const part of ['list', 'first']) void queryClient.invalidateQueries({ queryKey: ['tools', part] });
    void queryClient.invalidateQueries({ queryKey: ['quotas'] });
  },
  tryOut: (id: string, args: Record<string, unknown>) =>
    callApi((client) => client.tools.tryOut(id, { arguments: args })),
};

async function renewing<Data>(call: (client: Parley) => Promise<Data>): Promise<Data> {
  const data = await callApi(call);
  for (const part of ['list', 'first', 'one']) await queryClient.invalidateQueries({ queryKey: ['tools', part] });
  void queryClient.invalidateQueries({ queryKey: ['quotas'] });
  return data;
}
