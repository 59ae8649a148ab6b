/** Every path of the dashboard: links are made here and nowhere else. The server serves the same ones. */
export const paths = {
  home: '/',
  setup: '/setup',
  signIn: '/sign-in',
  join: '/join',
  agents: '/agents',
  newAgent: '/agents/new',
  agent: '/agents/$agentId',
  agentCode: '/agents/$agentId/code',
  conversations: '/conversations',
  conversation: '/conversations/$conversationId',
  settings: '/settings',
  general: '/settings/general',
  keys: '/settings/api-keys',
  members: '/settings/members',
  usage: '/settings/usage',
  security: '/settings/security',
} as const;

/** What stands behind the # of an agent's address that has its playground open. */
export const playgroundHash = 'try';
