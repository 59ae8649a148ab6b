import { endpoint } from '../../../http/endpoint.ts';
import { ToolPath } from '../schema.ts';
import { ToolTrial, TriedTool } from './schema.ts';
import type { createTrial } from './service.ts';

/** The operation that tries a tool. */
export const trialEndpoints = (tryTool: ReturnType<typeof createTrial>) => [
  endpoint({
    id: 'tryTool',
    client: 'tools.tryOut',
    method: 'POST',
    path: '/api/tools/:id/try',
    access: 'agents:write',
    tag: 'Tools',
    summary: 'Try a tool',
    description:
      'Calls it with its stored secrets, as a model would, and returns what was sent and what came back. The call is a ' +
      'real one. A tool that your own program runs can’t be tried.',
    params: ToolPath,
    body: ToolTrial,
    data: TriedTool,
    repeatable: false,
    patient: true,
    errors: ['tool_not_found'],
    handle: async ({ actor, params: { id }, body }) => ({ data: await tryTool(actor, id, body) }),
  }),
];
