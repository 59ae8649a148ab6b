/** The tables that are listed as JSON; each row has an `id` and a `workspace_id`. */
export type ListedTable =
  | 'agents'
  | 'channels'
  | 'channel_outbox'
  | 'conversations'
  | 'knowledge_sources'
  | 'messages'
  | 'teams'
  | 'tool_calls'
  | 'tool_connections'
  | 'tools'
  | 'webhook_deliveries'
  | 'webhooks';
