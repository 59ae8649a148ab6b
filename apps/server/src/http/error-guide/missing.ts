import type { GuideEntry, GuidePart } from './entry.ts';

const hidden =
  'It never existed, was deleted, or belongs to a workspace that the caller doesn’t reach; all answer alike.';

const missing = (what: string, look: string): GuideEntry => ({
  error: `There is no such ${what}.`,
  cause: hidden,
  cure: `Check the ID. ${look}`,
});

/** Objects that don't exist, or that this caller can't see. */
export const notFound = {
  agent_not_found: missing('agent', '`GET /api/agents` lists those within reach.'),
  conversation_not_found: missing('conversation', '`GET /api/conversations` lists those within reach.'),
  message_not_found: missing('message', '`GET /api/conversations/{id}/messages` lists those of a conversation.'),
  question_not_found: {
    error: 'There is no such open question.',
    cause: 'It was answered, dismissed or deleted, or the agent never had it.',
    cure: '`GET /api/agents/{id}/unanswered-questions` lists the open ones.',
  },
  knowledge_source_not_found: missing('knowledge source', '`GET /api/knowledge-sources` lists those within reach.'),
  pair_not_found: missing('pair', '`GET /api/knowledge-sources/{id}/pairs` lists those of a source.'),
  document_not_found: missing('document', '`GET /api/knowledge-sources/{id}/documents` lists those of a source.'),
  chunk_not_found: missing(
    'chunk',
    'A sync may have replaced it; `GET /api/knowledge-sources/{id}/chunks` lists them.',
  ),
  channel_not_found: missing('channel', '`GET /api/agents/{id}/channels` lists those of an agent.'),
  team_not_found: missing('team', '`GET /api/teams` lists those within reach.'),
  tool_not_found: missing('tool', '`GET /api/tools` lists those within reach.'),
  tool_connection_not_found: missing('account', '`GET /api/tools/{id}/connections` lists those of the tool.'),
  tool_call_not_found: missing('tool call', '`GET /api/tool-calls` lists those within reach.'),
  saved_reply_not_found: missing('saved reply', '`GET /api/saved-replies` lists those that you see.'),
  note_not_found: missing('note', '`GET /api/conversations/{id}/entries` lists those of a conversation.'),
  view_not_found: missing('view', '`GET /api/views` lists those that you see.'),
  webhook_not_found: missing('webhook', '`GET /api/webhooks` lists those that you administer.'),
  webhook_delivery_not_found: {
    error: 'There is no such delivery.',
    cause: 'The webhook has none with this ID, or it is older than 30 days.',
    cure: '`GET /api/webhooks/{id}/deliveries` lists them. For older events, send `since`.',
  },
  provider_not_found: {
    error: 'There is no such provider.',
    cause: 'Neither the vendors that are built in nor `PARLEY_PROVIDERS` have the name, or no key of it is stored.',
    cure: '`GET /api/models/providers` lists them.',
  },
  workspace_not_found: missing('workspace', '`GET /api/workspaces` lists those within reach.'),
  api_key_not_found: missing('API key', '`GET /api/api-keys` lists those that you may see. It is the ID, not the key.'),
  session_not_found: missing('session', '`GET /api/sessions` lists yours.'),
  member_not_found: {
    error: 'There is no such member in this workspace.',
    cause: 'No active person with this ID is a member of the workspace.',
    cure: '`GET /api/workspaces/{id}/members` lists the members.',
  },
  invitation_not_found: {
    error: 'The invitation does not exist, has been used or has expired.',
    cause: 'An invitation works once, for seven days, and an invitation of the same address replaces it.',
    cure: 'Ask for a new invitation.',
  },
  route_not_found: {
    error: 'There is no route at this path.',
    cause: 'No operation has this path; or it was the set-up, and the instance has an owner by now.',
    cure: 'Check the path and the base URL; `hint` suggests paths that are close.',
  },
  second_factor_not_found: {
    error: 'You have no such passkey.',
    cause: 'The passkey or the authenticator app was removed, or never added.',
    cure: '`GET /api/me/second-factor` lists what you have.',
  },
  setup_token_invalid: {
    error: 'The set-up link is wrong, has been used or has expired.',
    cause: 'The token is not that of the link which the server printed last.',
    cure: 'Restart the server to print a new link.',
    hint: 'Restart the server to print a new link.',
  },
  reset_token_invalid: {
    error: 'The link is wrong, has been used or replaced, or has expired.',
    cause: 'A link that sets a password works once, for one hour, and a newer one replaces it.',
    cure: 'Ask for a new link.',
    hint: 'Ask for a new link.',
  },
  approval_link_invalid: {
    error: 'The link is wrong, has been used or replaced, or has expired.',
    cause:
      'A mailed link decides about one tool call, once, until the call’s deadline. It ends with the address, the role ' +
      'or the place among `approvers` of its user.',
    cure: 'Sign in and open Approvals, which shows what still waits.',
    hint: 'Sign in and open Approvals, which shows what still waits.',
  },
} satisfies GuidePart;
