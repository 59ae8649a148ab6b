import { agentRow } from './histories.ts';
import type { Facts, Ground } from './neighbour.ts';

/** Creates an agent for each model of the neighbours' provider; the facts name them by the model. */
export async function insertAgents({ workspace, insert }: Ground, models: readonly string[]): Promise<Facts> {
  const agents = models.map((model) => agentRow(workspace, model, { model: `burst/${model}` }));
  await insert('agents', agents);
  return Object.fromEntries(agents.map(({ id, name }) => [name, id]));
}
