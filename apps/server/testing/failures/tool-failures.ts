import { newId } from '../../src/ids.ts';
import type { Service } from '../harness.ts';
import { type Reply, send } from '../request.ts';

interface World {
  readonly parley: Service;
  readonly key: string;
}

const post = ({ parley, key }: World, path: string, body: object): Promise<Reply> =>
  send(parley.url, { method: 'POST', path, key, body });

const makeTool = (world: World, name: string) =>
  post(world, '/api/tools', { type: 'client', name, description: 'Finds an order.' });

/** Provokes the errors of tools, by their code. */
export const toolFailures = {
  tool_not_found: { by: ({ key }: World) => ({ path: '/api/tools/tool_nowhere', key }) },
  tool_name_taken: {
    by: async (world: World) => {
      const name = newId('tool');
      await makeTool(world, name);
      return makeTool(world, name);
    },
  },
  tool_in_use: {
    by: async (world: World) => {
      const { _id: id } = (await makeTool(world, newId('tool'))).json()['data'] as { _id: string };
      for (const name of ['Support', 'Sales']) await post(world, '/api/agents', { name, tools: [{ id }] });
      return send(world.parley.url, { method: 'DELETE', path: `/api/tools/${id}`, key: world.key });
    },
    body: {
      error: 'The tool is attached to the agents Support and Sales.',
      hint: 'Remove it from the `tools` of these agents first.',
    },
  },
};
