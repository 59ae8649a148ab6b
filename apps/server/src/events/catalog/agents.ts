import { about, happened } from './event-kind.ts';

const { agent, fields } = about;

/** Events of agents. */
export const agentEvents = {
  'agent.created': happened('An agent was created.', { agent }),
  'agent.updated': happened('An agent was changed, or got other knowledge sources.', { agent, fields }),
  'agent.activated': happened('An agent is active again.', { agent }),
  'agent.deactivated': happened('An agent is inactive.', { agent }),
  'agent.deleted': happened('An agent was deleted, with its channels and conversations.', { agent }),
} as const;
