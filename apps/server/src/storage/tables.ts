/**
 * Every row type: the data model on one page. Columns are text, integer or real on both engines:
 * times are integer milliseconds since 1970 (UTC), flags are 0 or 1, JSON is text.
 * Every row that belongs to a tenant carries its `workspace_id`.
 */

/** An account has a plan and owns workspaces. */
export interface AccountRow {
  id: string;
  plan: string;
  created_at: number;
}

/** A person. `account_id` is the account that the person was made for or first invited into. */
export interface UserRow {
  id: string;
  account_id: string;
  /** Lower case; unique. */
  email: string;
  name: string;
  /** An argon2id string in PHC format. */
  password_hash: string;
  /** `active` or `suspended`. */
  status: string;
  created_at: number;
  updated_at: number;
}

/** A signed-in browser. Only a digest of its token is kept. */
export interface SessionRow {
  id: string;
  user_id: string;
  digest: string;
  user_agent: string;
  address: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
}

/** A workspace: what agents, conversations and their people belong to. */
export interface WorkspaceRow {
  id: string;
  account_id: string;
  name: string;
  /** The name in lower case and composed form (NFC); unique in its account. */
  name_folded: string;
  version: number;
  created_at: number;
  updated_at: number;
}

/** A person's role in a workspace. */
export interface MemberRow {
  workspace_id: string;
  user_id: string;
  /** `owner`, `admin`, `editor` or `viewer`. */
  role: string;
  created_at: number;
}

/** An open invitation into a workspace. Only a digest of its token is kept. */
export interface InvitationRow {
  id: string;
  workspace_id: string;
  email: string;
  role: string;
  digest: string;
  invited_by: string;
  created_at: number;
  expires_at: number;
}

/** An API key. Only its HMAC-SHA-256 under the instance's pepper is kept. */
export interface ApiKeyRow {
  id: string;
  account_id: string;
  user_id: string;
  /** The one workspace that it reaches, or null for all of its user's in the account. */
  workspace_id: string | null;
  name: string;
  digest: string;
  last_four: string;
  /** A JSON array of scopes. */
  scopes: string;
  /** `development` or `production`. */
  environment: string;
  /** The key that this one replaced by rotation. */
  rotated_from: string | null;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** An agent; its knowledge sources are in `agent_sources`. */
export interface AgentRow {
  id: string;
  workspace_id: string;
  name: string;
  description: string;
  system_prompt: string;
  model: string;
  /** As JSON writes the number: text keeps every digit on both engines. */
  temperature: string;
  /** `active` or `inactive`. */
  status: string;
  /** Grows by one with each update; the ETag. */
  version: number;
  created_at: number;
  updated_at: number;
  /** `name` and `description` in lower case, for search and for sorting by name on both engines alike. */
  name_folded: string;
  description_folded: string;
}

/** Which knowledge sources an agent uses, in its own order. */
export interface AgentSourceRow {
  workspace_id: string;
  agent_id: string;
  source_id: string;
  position: number;
}

/** What agents can quote. */
export interface KnowledgeSourceRow {
  id: string;
  workspace_id: string;
  type: string;
  name: string;
  status: string;
  created_at: number;
  updated_at: number;
}

/** A way by which people reach an agent. */
export interface ChannelRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  type: string;
  status: string;
  created_at: number;
  updated_at: number;
}

/** One person's talk with an agent. */
export interface ConversationRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  channel_id: string | null;
  /** `open`, `human` (a person has taken over) or `closed`. */
  status: string;
  created_at: number;
  updated_at: number;
  /** Whom the agent talks with, in the caller's own words. */
  user_id: string | null;
  title: string;
  /** A JSON array of texts. */
  tags: string;
  /** A JSON object. */
  metadata: string;
  message_count: number;
  /** When the last message was made, or the conversation while it has none; each message is later than the one before. */
  last_message_at: number;
  input_tokens: number;
  output_tokens: number;
  /** `positive` or `negative`: the feedback on the latest answer that has some. */
  rating: string | null;
  version: number;
  /** The answer that is being written: there is one at most. */
  turn: string | null;
  /** Until when whoever writes it answers for it. */
  turn_until: number | null;
  /** No longer used: a message has its request's key. It goes in a later version. */
  origin: string | null;
  /** The person who has taken over. */
  taken_by: string | null;
}

/** A message of a conversation, or an answer while it is written and afterwards. */
export interface MessageRow {
  id: string;
  workspace_id: string;
  conversation_id: string;
  /** `user`, `assistant` or `human`. */
  role: string;
  content: string;
  /** `streaming`, `complete`, `failed` or `cancelled`. */
  status: string;
  created_at: number;
  updated_at: number;
  /** The person who wrote it, where that was a member of the workspace (`human`). */
  author: string | null;
  /** What a repeated send is known by: `id:` and the client's own word (`key:` in old rows); unique in the conversation. */
  client_message_id: string | null;
  /** What the request that made it is known by where it had an `Idempotency-Key`, unique; and the SHA-256 of its body. */
  repeat_key: string | null;
  repeat_digest: string | null;
  /** The message that an answer answers. */
  reply_to: string | null;
  model: string | null;
  /** A JSON array of what the answer quotes. */
  citations: string;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Milliseconds to the first piece of the answer, and to its end. */
  first_token_ms: number | null;
  latency_ms: number | null;
  /** `positive` or `negative`. */
  feedback: string | null;
  feedback_comment: string | null;
  /** Why the answer ended: `stop`, `length`, `cancelled`, `interrupted`, `error` … */
  finish_reason: string | null;
  /** `{"code":…,"message":…}` of an answer that failed, as JSON. */
  error: string | null;
}

/** How many requests a key made in an hour. */
export interface UsageHourRow {
  key_id: string;
  account_id: string;
  /** When the hour begins. */
  hour: number;
  requests: number;
}

/** What changed, written in the same unit of work as the change. */
export interface EventRow {
  id: string;
  account_id: string;
  /** Null for what concerns the whole account. */
  workspace_id: string | null;
  type: string;
  /** Who did it: `{"user":"user_…","key":"key_…"}` as JSON. */
  actor: string;
  /** The event's own data as JSON. */
  data: string;
  created_at: number;
}

/** The first answer to a POST that carried an `Idempotency-Key`, written in the same unit of work as its effect. */
export interface IdempotencyRow {
  /** SHA-256 over principal, method, path and key. */
  id: string;
  /** SHA-256 of the request body. */
  fingerprint: string;
  status: number;
  /** The body of the answer, AES-256-GCM sealed: it may carry a secret that is shown once. */
  answer: string;
  /** Headers of the answer as JSON: `Location`, `ETag`. */
  headers: string;
  expires_at: number;
  /** The conversation that the answer is about; the answer is deleted with it. */
  conversation_id: string | null;
  /** The `Right`, as JSON, without which a repeat doesn't get the answer. */
  needed_right: string | null;
}

/** Facts about the instance by name: the setup token's digest, the pepper's check value, the authority epoch. */
export interface SettingRow {
  name: string;
  value: string;
}

/** Counts up whenever somebody's rights change; see `http/callers.ts`. One row. */
export interface AuthorityRow {
  id: number;
  epoch: number;
}

/** A migration that was applied. */
export interface SchemaMigrationRow {
  name: string;
  applied_at: number;
}

/** The whole database. */
export interface Tables {
  accounts: AccountRow;
  users: UserRow;
  sessions: SessionRow;
  workspaces: WorkspaceRow;
  members: MemberRow;
  invitations: InvitationRow;
  api_keys: ApiKeyRow;
  agents: AgentRow;
  agent_sources: AgentSourceRow;
  knowledge_sources: KnowledgeSourceRow;
  channels: ChannelRow;
  conversations: ConversationRow;
  messages: MessageRow;
  usage_hours: UsageHourRow;
  events: EventRow;
  idempotency_keys: IdempotencyRow;
  settings: SettingRow;
  authority: AuthorityRow;
  schema_migrations: SchemaMigrationRow;
}
