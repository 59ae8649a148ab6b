import { type Agent, type AgentUpdateParams, PreconditionFailedError } from '@parley/sdk';
import { callApi } from './client.ts';
import { queries, queryClient } from './queries.ts';

/** Maximum attempts to change an agent that others change at the same time. */
const maxAttempts = 4;

/** Changes which knowledge sources an agent has. Changes that others make at the same time are kept. */
export const changeSources = (agentId: string, change: (ids: readonly string[]) => readonly string[]): Promise<void> =>
  changeAgent(agentId, ({ knowledgeSources }) => ({ knowledgeSources: [...change(knowledgeSources)] }));

/** Changes which tools an agent has, and how. Changes that others make at the same time are kept. */
export const changeTools = (
  agentId: string,
  change: (tools: Agent['tools']) => readonly Agent['tools'][number][],
): Promise<void> => changeAgent(agentId, ({ tools }) => ({ tools: [...change(tools)] }));

/** Changes an agent as it is stored; again on its newer version if another change was faster. */
async function changeAgent(agentId: string, changes: (agent: Agent) => AgentUpdateParams): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { data: agent, etag } = await callApi((client) => client.agents.retrieve(agentId).withResponse());
    try {
      const changed = await callApi((client) =>
        client.agents.update(agentId, changes(agent), { ifMatch: etag }).withResponse(),
      );
      return keepAgent(changed);
    } catch (error) {
      if (!(error instanceof PreconditionFailedError) || attempt === maxAttempts) throw error;
    }
  }
}

/** Attaches sources to an agent, after those that it has. */
export const attachSources = (agentId: string, added: readonly string[]): Promise<void> =>
  changeSources(agentId, (ids) => [...new Set([...ids, ...added])]);

/** Detaches a source from an agent. */
export const detachSource = (agentId: string, removed: string): Promise<void> =>
  changeSources(agentId, (ids) => ids.filter((id) => id !== removed));

/** Shows an agent as the service has just returned it, and reads again who uses what. */
export function keepAgent({ data, etag }: { data: Agent; etag: string | undefined }): void {
  queryClient.setQueryData(queries.agent(data._id).queryKey, (old) => old && { ...old, data, etag });
  void queryClient.invalidateQueries({ queryKey: ['agents', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
}
