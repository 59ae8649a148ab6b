/** Every path of the dashboard; links are built only from these. The server serves the same paths. */
export const paths = {
  home: '/',
  setup: '/setup',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  join: '/join',
  approve: '/approve',
  agents: '/agents',
  newAgent: '/agents/new',
  agent: '/agents/$agentId',
  agentKnowledge: '/agents/$agentId/knowledge',
  agentTools: '/agents/$agentId/tools',
  agentChannels: '/agents/$agentId/channels',
  agentActivity: '/agents/$agentId/activity',
  agentCode: '/agents/$agentId/code',
  channel: '/agents/$agentId/channels/$channelId',
  channelSetup: '/agents/$agentId/channels/$channelId/setup',
  knowledge: '/knowledge',
  newSource: '/knowledge/new',
  source: '/knowledge/$sourceId',
  sourcePairs: '/knowledge/$sourceId/pairs',
  sourceAgents: '/knowledge/$sourceId/agents',
  sourceSyncs: '/knowledge/$sourceId/syncs',
  sourceSettings: '/knowledge/$sourceId/settings',
  tools: '/tools',
  newTool: '/tools/new',
  tool: '/tools/$toolId',
  approvals: '/approvals',
  conversations: '/conversations',
  conversation: '/conversations/$conversationId',
  settings: '/settings',
  general: '/settings/general',
  keys: '/settings/api-keys',
  members: '/settings/members',
  usage: '/settings/usage',
  models: '/settings/models',
  security: '/settings/security',
  teams: '/settings/teams',
  hours: '/settings/hours',
  savedReplies: '/settings/saved-replies',
  auditLog: '/settings/audit-log',
  events: '/settings/events',
  webhooks: '/settings/webhooks',
  newWebhook: '/settings/webhooks/new',
  webhook: '/settings/webhooks/$webhookId',
} as const;

/** The page of the API's documentation, which is no page of the dashboard. */
export const apiReference = '/docs';

/** The fragment of an agent's address that opens its playground. */
export const playgroundHash = 'try';

/** An origin that no address has, so that a path can be read like a browser reads it. */
const nowhere = 'http://parley.invalid';

/**
 * Reads an address that came from outside as a path of this dashboard, in the form in which a browser sends it; any
 * other address is undefined. Browsers drop tabs, read `\` as `/`, and make `//host` of `/.//host`, so the result is
 * checked and not the text.
 */
export function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/') || !URL.canParse(address, nowhere)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, nowhere);
  const path = `${pathname}${search}${hash}`;
  return origin === nowhere && !path.startsWith('//') ? path : undefined;
}
