/** The tables that are listed as JSON; each row has an `id` and a `workspace_id`. */
export type ListedTable =
  | 'agents'
  | 'channels'
  | 'channel_outbox'
  | 'conversations'
  | 'conversation_entries'
  | 'knowledge_sources'
  | 'messages'
  | 'saved_replies'
  | 'teams'
  | 'tool_calls'
  | 'tool_connections'
  | 'tools'
  | 'views'
  | 'webhook_deliveries'
  | 'webhooks';
