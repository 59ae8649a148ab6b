/** Every path of the dashboard; links are built only from these. The server serves the same paths. */
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

/** The fragment of an agent's address that opens its playground. */
export const playgroundHash = 'try';
