import { endpoint } from '../../../http/endpoint.ts';
import { KnowledgeQuery, KnowledgeResults, SearchPath } from './schema.ts';
import type { Search } from './service.ts';

/** The search in the knowledge sources of an agent. */
export const searchEndpoints = (searches: Search) => [
  endpoint({
    id: 'searchAgentKnowledge',
    client: 'agents.search',
    clientRepeats: true,
    method: 'POST',
    path: '/api/agents/:id/search',
    access: 'agents:read',
    tag: 'Agents',
    summary: 'Search the knowledge sources of an agent',
    description:
      'Shows the passages that the agent would be given for a question, and why: places in the rankings, scores and ' +
      'matches. Only sources that are attached to the agent are searched.',
    params: SearchPath,
    body: KnowledgeQuery,
    data: KnowledgeResults,
    repeatable: false,
    patient: true,
    scans: true,
    errors: ['agent_not_found'],
    handle: async (call) => ({
      data: await searches.search(call.actor, call.params.id, { body: call.body, awaited: call.awaited }),
    }),
  }),
];
