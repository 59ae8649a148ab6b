/**
 * Lets an agent look into a folder of this machine: the function runs here, and the agent calls it when it needs it.
 *
 *   PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 node files.mjs agent_… ./handbook "Which file is the largest?"
 *
 * The agent needs a model that can call tools. The key needs the scopes `agents:write` and `conversations:write`.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Parley, ParleyError } from '@parley/sdk';

const inputSchema = /** @type {const} */ ({
  type: 'object',
  properties: { ending: { type: 'string', description: 'Only files that end with this, such as .md' } },
});

const [agent, folder, question] = process.argv.slice(2);
if (agent === undefined || folder === undefined || question === undefined) {
  console.error('Usage: node files.mjs <agent> <folder> <question>');
  process.exit(2);
}

/** Names and sizes of the files in the folder. The model chooses the ending, not the folder. */
async function listFiles({ ending = '' }) {
  const entries = await readdir(folder ?? '.', { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending)).map(({ name }) => name);
  return Promise.all(names.sort().map(async (name) => ({ name, bytes: (await stat(join(folder ?? '.', name))).size })));
}

try {
  const client = new Parley();
  await attach(client, agent);
  const { reply, calls } = await client.agents.runTools(agent, {
    content: question,
    tools: { list_files: { inputSchema, execute: listFiles } },
  });
  for (const { name, content } of calls) console.error(`${name}: ${content}`);
  console.log(reply?.content);
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Creates the tool in the agent's workspace unless it is there, and gives it to the agent.
 * @param {Parley} client
 * @param {string} agentId
 */
async function attach(client, agentId) {
  const { workspace, tools } = await client.agents.retrieve(agentId);
  const [known] = (await client.tools.list({ workspaceId: workspace, type: 'client', name: 'list_files' })).items;
  const description = 'Lists the files of the folder with their sizes in bytes.';
  const draft = { workspaceId: workspace, name: 'list_files', description, inputSchema };
  const { _id: id } = known ?? (await client.tools.create({ type: 'client', ...draft }));
  if (!tools.some((each) => each.id === id)) await client.agents.update(agentId, { tools: [...tools, { id }] });
}
