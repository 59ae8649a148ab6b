// biome-ignore-all lint/style/noExcessiveLinesPerFile: the data model on one page, whose row types are read together.

import type { Generated, Insertable, Selectable } from 'kysely';

/**
 * Every row type: the data model on one page. Columns are text, integer or real on both engines: times are integer
 * milliseconds since 1970 (UTC), flags are 0 or 1, JSON is text. Every row that belongs to a tenant carries its
 * `workspace_id`.
 */

/** An account: has a plan and owns workspaces. */
export interface AccountRow {
  id: string;
  plan: string;
  created_at: number;
}

/** A person. `account_id` is the account that the user was created for or first invited into. */
export interface UserRow {
  id: string;
  account_id: string;
  /** Lower case; unique. */
  email: string;
  name: string;
  /** An argon2id string in PHC format. */
  password_hash: string;
  /**
   * `active`, `suspended`, `removed` (by the operator: the row stays, because keys name its ID) or `deleted` (by the
   * person: a job deletes the row).
   */
  status: string;
  created_at: number;
  updated_at: number;
  /** When the address was verified; null if it isn't. Without it, a person can't join another account. */
  verified_at: number | null;
  /** 1 for the owner of the instance, who sets its settings; at most one. */
  owns_instance: Generated<number>;
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
  /** Proofs of the person at the sign-in, as a JSON array: `password`, `totp` … */
  methods: Generated<string>;
  /** When the person last proved who they are: the sign-in, or a later confirmation. */
  confirmed_at: Generated<number>;
}

/** The authenticator app of a person. */
export interface TotpFactorRow {
  user_id: string;
  /** Sealed under the pepper; null until a code of it has confirmed it. */
  secret: string | null;
  /** When `secret` was confirmed. */
  created_at: number | null;
  /** The last time step with an accepted code: each is accepted once (RFC 6238, section 5.2). */
  last_step: number;
  /** The secret that replaces `secret` once a code confirms it, sealed alike; null if there is no such secret. */
  pending: string | null;
  /** When `pending` was created. */
  pending_at: number | null;
}

/** A passkey of a person: the public key of a WebAuthn credential. */
export interface PasskeyRow {
  id: string;
  user_id: string;
  /** Base64url; unique. */
  credential_id: string;
  /** The host for which it was created: no other can use it. */
  rp_id: string;
  /** A COSE key in base64url. */
  public_key: string;
  /** Number of uses that it reports; always 0 for synced passkeys. */
  counter: number;
  /** Transports by which a browser reaches it, as a JSON array. */
  transports: string;
  name: string;
  /** 1 if it is synced to other devices. */
  backed_up: number;
  created_at: number;
  last_used_at: number | null;
}

/** A recovery code that is not used yet. The ID is its keyed digest. */
export interface RecoveryCodeRow {
  id: string;
  user_id: string;
  created_at: number;
}

/** A proof that is under way: a sign-in that lacks the second factor, a confirmation, or a new passkey. */
export interface FactorChallengeRow {
  /** The SHA-256 of its token. */
  id: string;
  /** Null if a challenge is stored after its use, so that it isn't used again. */
  user_id: string | null;
  /** `sign-in`, `confirmation`, `registration` or `used`. */
  kind: string;
  /** Earlier proof: `password` or `password_reset`; null unless it is a sign-in. */
  method: string | null;
  /** Challenge that a passkey has to sign, in base64url; null if no passkey was asked for. */
  challenge: string | null;
  tries: number;
  expires_at: number;
}

/** A workspace: holds agents, conversations and members. */
export interface WorkspaceRow {
  id: string;
  account_id: string;
  name: string;
  /** The name in lower case and composed form (NFC); unique in its account. */
  name_folded: string;
  version: number;
  created_at: number;
  updated_at: number;
  /** When it was deleted, while a job still deletes its rows: it has no members, and no name. */
  deleted_at: number | null;
  /** 1 if sessions reach it only if their person has a second factor. */
  require_second_factor: Generated<number>;
  /** 1 if events show texts before and after a change, instead of their digest and length. */
  audit_texts: Generated<number>;
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
  /** When the link was mailed to the address; null if it was shown to its author, so that it proves nothing. */
  mailed_at: number | null;
  /** State of the mail: `waiting`, `sent` or `failed`; null if the link was shown. */
  mail_state: string | null;
  /** When the state, or the error of a mail that waits, was noted. */
  mail_state_at: number | null;
  /** Why the last attempt failed, without the address; null if none has. */
  mail_error: string | null;
}

/** The code that was last mailed to a person, whose ID it has. Only its HMAC-SHA-256 under the pepper is kept. */
export interface AddressCodeRow {
  id: string;
  /** The address to which it was mailed. */
  email: string;
  digest: string;
  tries: number;
  expires_at: number;
}

/** A link that sets a person's password: at most one that was mailed, and one that was shown. */
export interface PasswordResetRow {
  /** The SHA-256 of its token. */
  id: string;
  user_id: string;
  /** The address of the person when it was created: a link ends with the address. */
  email: string;
  /** 1 if it was mailed to the address, so that it proves it; 0 if it was shown. */
  mailed: number;
  /** The person who created it for another member; null for the operator and for a mailed one. */
  issued_by: string | null;
  expires_at: number;
}

/** The API key of a model provider, which the owner of the instance stored. */
export interface ProviderKeyRow {
  /** The name of the provider. */
  provider: string;
  /** Sealed under the pepper. */
  sealed: string;
  /** Null if the key is short. */
  last_four: string | null;
  /** The ID of the person. */
  set_by: string;
  set_at: number;
}

/** The hook that starts the syncs of a source. */
export interface SyncHookRow {
  source_id: string;
  workspace_id: string;
  /** Sealed under the pepper: the secret, and the one before it. */
  secrets: string;
  created_at: number;
  /** When the secret was made. */
  rotated_at: number;
  /** When the latest signed request came; null before the first. */
  received_at: number | null;
  /** The ID of that request. */
  last_event: string | null;
}

/** Number of messages that a subject has got or caused in a window. The ID is a keyed digest of the subject. */
export interface MailWindowRow {
  id: string;
  count: number;
  expires_at: number;
}

/** An API key. Only its HMAC-SHA-256 under the instance's pepper is kept. */
export interface ApiKeyRow {
  id: string;
  account_id: string;
  user_id: string;
  /** The only workspace that the key can access; null for all of its user's workspaces in the account. */
  workspace_id: string | null;
  name: string;
  digest: string;
  last_four: string;
  /** A JSON array of scopes. */
  scopes: string;
  /** `development` or `production`. */
  environment: string;
  /** The ID of the key that this key replaced by rotation. */
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
  /** The number as JSON text: keeps every digit on both engines. */
  temperature: string;
  /** `active` or `inactive`. */
  status: string;
  /** Incremented by each update; the ETag. */
  version: number;
  created_at: number;
  updated_at: number;
  /** `name` and `description` in lower case, for search and for sorting by name alike on both engines. */
  name_folded: string;
  description_folded: string;
  /** When it was deleted, while its history is still being deleted: it and all of its rows are hidden. */
  deleted_at: number | null;
  /** `grounded` (answers from its sources only) or `open`. */
  answer_mode: string;
  /** `model` (its own model judges grounded replies beside the rules) or `rules`. */
  grounding_judge: string;
  /** 1 if its own model orders the results of searches. */
  rerank: number;
  /** Which documents of its sources it may find, by their metadata, as JSON; all if null. */
  knowledge_filter: string | null;
  /** Its tools as JSON: `[{"id":…,"requiresApproval":…}]`; none if null. */
  tools: string | null;
  /** The caller's ID, unique in the workspace. */
  external_id: string | null;
  /** The caller's own data as JSON, and its facets (`storage/sql/facets.ts`). */
  metadata: Generated<string>;
  facets: Generated<string>;
  /** A JSON array of the models that answer if its own fails, in their order. */
  fallback_models: Generated<string>;
  /** When it hands conversations over to people, as JSON (`AgentHandover`); never if null. */
  handover: string | null;
  /** The JSON of the response before its prompt and after it, at one version: `agents/json-store.ts`. */
  json_version: Generated<number | null>;
  json_head: Generated<string | null>;
  json_tail: Generated<string | null>;
}

/** A knowledge source of an agent, at its position in the agent's own order. */
export interface AgentSourceRow {
  workspace_id: string;
  agent_id: string;
  source_id: string;
  position: number;
}

/** A knowledge source: content that agents can quote. Its content is in documents and chunks, by version. */
export interface KnowledgeSourceRow {
  id: string;
  workspace_id: string;
  /** `text`, `file`, `url`, `website`, `qa`, `git` or `s3`. */
  type: string;
  name: string;
  /** Of the latest sync: `queued`, `processing`, `ready` or `failed`. An earlier version may serve meanwhile. */
  status: string;
  created_at: number;
  updated_at: number;
  /** `name`, folded for search and for sorting. */
  name_folded: Generated<string>;
  /** Settings by type, as JSON: the address and the rules of a website, the hash and the name of a file. */
  settings: Generated<string>;
  /**
   * The version of the content that serves; 0 if none does. Documents and segments belong to it that are `since` it or
   * earlier, and not `until` it. A swap to a new version changes this number and nothing else.
   */
  version: Generated<number>;
  /** The last version that a sync has begun. */
  next_version: Generated<number>;
  /** The number of the next chunk; a number is never used again. */
  next_chunk: Generated<number>;
  /** Number of requested syncs. A sync that ends after another request leaves the source queued. */
  requests: Generated<number>;
  /** Incremented if segments come or go: a cached part of the index belongs to one index version. */
  index_version: Generated<number>;
  /** Of the version that serves. */
  document_count: Generated<number>;
  chunk_count: Generated<number>;
  /** UTF-8 bytes of the text of all documents. */
  bytes: Generated<number>;
  content_hash: string | null;
  /** The settings that the serving version was made with, as JSON. */
  built_of: string | null;
  /** The job of the latest sync: while it runs, no other sync of the source begins. */
  sync_job: string | null;
  /** Progress of an unfinished crawl, as JSON; its lists are in `knowledge_checkpoints`. */
  crawl: string | null;
  /** `{"done":…,"total":…,"unit":…}` as JSON while a sync runs. */
  progress: string | null;
  /** `{"code":…,"message":…,"hint":…}` as JSON if the latest sync failed. */
  error: string | null;
  /** Content that the latest sync left out, as a JSON array. */
  warnings: Generated<string>;
  /** The version that waits for a review, and why, as JSON. */
  review: string | null;
  /** The state of its vectors as JSON: the model, its dimensions, how many are done. */
  embedding: string | null;
  /** `hourly`, `daily`, `weekly` or `monthly`. */
  sync_interval: string | null;
  next_sync_at: number | null;
  last_synced_at: number | null;
  /** When it was deleted, while a job still deletes its rows: it is hidden, and no agent has it. */
  deleted_at: number | null;
  /** Credentials of a connection, as sealed JSON; empty for none. */
  credentials: Generated<string>;
  /** The caller's ID, unique in the workspace. */
  external_id: string | null;
  /** The caller's own data as JSON, and its facets (`storage/sql/facets.ts`). */
  metadata: Generated<string>;
  facets: Generated<string>;
}

/** A document that was added to a source of type `documents`: a file or a text, as it was sent. */
export interface KnowledgeItemRow {
  id: string;
  workspace_id: string;
  source_id: string;
  /** The caller's ID, unique in the source. */
  external_id: string | null;
  /** Null if the content names it. */
  title: string | null;
  url: string | null;
  /** The caller's own data as JSON, and its facets (`storage/sql/facets.ts`). */
  metadata: string;
  facets: string;
  /** Null for a text. */
  file_name: string | null;
  content_type: string;
  /** SHA-256 of the bytes, in hex: the name of the blob. */
  hash: string;
  bytes: number;
  /** Grows with each change that a sync must read. */
  revision: number;
  /** `{"code":…,"message":…}` as JSON: why `problem_revision` couldn't be read. */
  problem: string | null;
  problem_revision: number | null;
  created_at: number;
  updated_at: number;
}

/** A document of a knowledge source: a page, a file, a text, or a pair of question and answer. */
export interface KnowledgeDocumentRow {
  id: string;
  workspace_id: string;
  source_id: string;
  /** Its identity across versions: the canonical URL of a page, the ID of a pair, `file` or `text`. */
  key: string;
  /** Its place among the documents of the source. */
  position: number;
  url: string | null;
  title: string;
  /** `ready`, or `skipped` or `failed` with a `problem`. */
  status: string;
  /** `{"code":…,"message":…}` as JSON. */
  problem: string | null;
  /** SHA-256 of the extracted text in hex. */
  hash: string;
  etag: string | null;
  last_modified: string | null;
  /** The paths of its site that a page links to, as a JSON array: an unchanged page isn't sent again. */
  links: string | null;
  /** UTF-8 bytes of the text. */
  bytes: number;
  chunk_count: number;
  /** The first version that has it, and the first that no longer does. */
  since: number;
  until: number | null;
  created_at: number;
  /** The item of a source of type `documents` that it was read from. */
  item_id: string | null;
}

/** A chunk: a passage of a document, as it is searched and quoted. */
export interface KnowledgeChunkRow {
  source_id: string;
  number: number;
  workspace_id: string;
  document_id: string;
  text: string;
  /** The headings above it, outermost first, as a JSON array. */
  headings: string;
  /** The page of a paged document, from 1. */
  page: number | null;
  /** Its place in the text of the document, in UTF-16 units. */
  start_at: number;
  end_at: number;
  /** SHA-256 of the text in hex. */
  hash: string;
  /** 0 if it was switched off. */
  enabled: Generated<number>;
  /** The text as its source has it, and the hash of that, if the text was edited by hand. */
  original: string | null;
  origin_hash: string | null;
  /** The text that the next version is to have; empty for the original one. */
  pending: string | null;
}

/** A segment of the inverted index: the chunks from `first` on, built together and never changed. */
export interface KnowledgeSegmentRow {
  source_id: string;
  segment: number;
  workspace_id: string;
  /** The first version that has its chunks. */
  since: number;
  /** `building` by a sync or `merging` by a compaction, `ready`, or `dropped` while its terms are deleted. */
  state: string;
  /** The rules by which its terms were cut. */
  rules: number;
  first: number;
  chunks: number;
  /** Into how many rows of `knowledge_terms` its terms are divided. */
  slots: number;
  /** The lengths of its chunks, encoded. */
  lengths: string;
}

/** The terms of a segment whose hash is in the slot, with their postings. */
export interface KnowledgeTermsRow {
  source_id: string;
  slot: number;
  segment: number;
  workspace_id: string;
  postings: string;
}

/** The vector of a chunk. */
export interface KnowledgeVectorRow {
  source_id: string;
  number: number;
  workspace_id: string;
  /** The model and its number of dimensions: vectors of others can't be compared with it. */
  model: string;
  /** Of the text that was embedded. */
  hash: string;
  /** A byte for each dimension, in base64; empty if the model refused the text. */
  vector: string;
}

/** A pair of a `qa` source. */
export interface KnowledgePairRow {
  id: string;
  workspace_id: string;
  source_id: string;
  question: string;
  answer: string;
  created_at: number;
  updated_at: number;
}

/** A sync of a knowledge source: its findings and its outcome. */
export interface KnowledgeSyncRow {
  id: string;
  workspace_id: string;
  source_id: string;
  /** The version that it made. */
  version: number;
  /** `created`, `changed`, `requested`, `scheduled` or `edited`. */
  cause: string;
  /** `running`, `ready`, `unchanged`, `failed`, `review`, `approved` or `rejected`. */
  outcome: string;
  /** Number of documents that were added, changed, removed …, as JSON. */
  facts: string;
  /** Why it failed, as JSON. */
  error: string | null;
  /** The questions whose cited passage it changes, as JSON. */
  replay: string | null;
  created_at: number;
  ended_at: number | null;
}

/** Findings of a crawl between two checkpoints, so that another attempt continues from there. */
export interface KnowledgeCheckpointRow {
  source_id: string;
  /** From 0, for each version. */
  part: number;
  workspace_id: string;
  /** The version that the crawl makes. */
  version: number;
  /** Lists as JSON: addresses and their depths, hashes, pages that were left out or are as they were. */
  content: string;
}

/** A question of a conversation whose reply cited the source. */
export interface KnowledgeQuestionRow {
  message_id: string;
  source_id: string;
  workspace_id: string;
  agent_id: string;
  question: string;
  /** The cited passages as a JSON array. */
  cited: string;
  created_at: number;
}

/** A question that an agent could not answer from its sources. */
export interface UnansweredQuestionRow {
  id: string;
  /** The reply that says so. */
  message_id: string;
  workspace_id: string;
  agent_id: string;
  conversation_id: string;
  question: string;
  /** SHA-256 of its words in hex: repeated questions are shown once. */
  question_key: string;
  created_at: number;
  /** When it was answered or dismissed. */
  settled_at: number | null;
  /** The pair that answers it. */
  pair_id: string | null;
}

/** A channel: how visitors reach an agent. */
export interface ChannelRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  type: string;
  /** `active`, `inactive`, or `error`: the platform refuses it. */
  status: string;
  created_at: number;
  updated_at: number;
  name: string;
  /** A JSON object of its kind's settings, without secrets. */
  settings: string;
  /** The sealed JSON of its secrets; empty without secrets. */
  secrets: string;
  /** A JSON object: see `ChannelLimits`. */
  limits: string;
  offline_message: string | null;
  last_event_at: number | null;
  /** A JSON object `{ code, message, at }`. */
  last_error: string | null;
  version: number;
  /** When it was deleted with many conversations, which a job deletes before it; else null. */
  deleted_at: number | null;
  /** 1 if its platform refuses the channel itself, as with a token that is revoked: `last_error` says why. */
  refused: number;
  /** Until when its platform wants no messages, in ms since 1970. */
  held_until: number;
  /** When its platform was asked last whether all is well. */
  probed_at: number;
  /** Cursor of the next look into its mailbox; null before the first. */
  poll_cursor: string | null;
  /** A JSON object `{ hash, type, width, height, bytes }`; null without a picture. */
  picture: string | null;
  /** The caller's ID, unique in the workspace. */
  external_id: string | null;
  /** The caller's own data as JSON, and its facets (`storage/sql/facets.ts`). */
  metadata: Generated<string>;
  facets: Generated<string>;
}

/** The bytes of the picture of a channel, which has at most one. */
export interface ChannelPictureRow {
  /** The channel and the hash, joined by a space. */
  id: string;
  workspace_id: string;
  channel_id: string;
  /** The media type. */
  type: string;
  /** Base64. */
  content: string;
}

/** Number of messages that came through a channel on a day (UTC): in all, or of one visitor. */
export interface ChannelCountRow {
  /** The channel, the day and, unless it counts them all, the visitor, joined by a space. */
  id: string;
  channel_id: string;
  workspace_id: string;
  messages: number;
  expires_at: number;
}

/** An event of a platform that came in through a channel. */
export interface ChannelEventRow {
  id: string;
  workspace_id: string;
  channel_id: string;
  /** The platform's ID of the event, unique in its channel. */
  event_id: string;
  /** A digest of the user and the platform's thread: the events of one are handled in their order. */
  thread: string;
  /** `pending`, `done`, or `refused`: `error` says why. */
  state: string;
  /** A JSON object, see `InboundMessage`; empty once it is handled. */
  payload: string;
  error: string | null;
  /** The job that handles it, and until when no other one may, in ms since 1970. */
  claimed_by: string | null;
  claimed_until: number;
  received_at: number;
  expires_at: number;
}

/** A message that a channel delivers to its platform. Its ID is that of the message. Triggers insert it. */
export interface ChannelOutboxRow {
  id: string;
  workspace_id: string;
  channel_id: string;
  conversation_id: string;
  /** `pending`, `sent`, `delivered`, `failed`, or `unknown`: whether it was sent isn't known. `error` says why. */
  state: string;
  /** 1 once a job was enqueued for it. */
  queued: number;
  attempts: number;
  error: string | null;
  error_code: string | null;
  /** Of the message that it replies to: a JSON object, see `ReplyContext`, and when that came. */
  context: string | null;
  last_event_at: number | null;
  created_at: number;
  updated_at: number;
  /** The job that delivers it, and until when no other one may, in ms since 1970. */
  claimed_by: string | null;
  claimed_until: number;
}

/** A user's thread in a channel of a platform. */
export interface ChannelThreadRow {
  id: string;
  workspace_id: string;
  channel_id: string;
  user_id: string;
  /** The platform's thread; empty if it has none. */
  thread: string;
  /** Of the user's last message: a JSON object, see `ReplyContext`; null if its platform needs nothing of it. */
  context: string | null;
  last_event_at: number;
  /** The conversation whose user was asked last how satisfied they are, and its version when it was closed. */
  asked_conversation: string | null;
  asked_version: number | null;
  /** Until when a number is the answer, in ms since 1970; null once something else was written. */
  asked_until: number | null;
}

/** A part of a message as it was sent to its platform; written before it is sent. */
export interface ChannelPartRow {
  /** The message and the part, joined by a hyphen. */
  id: string;
  workspace_id: string;
  channel_id: string;
  message_id: string;
  /** From 0. */
  part: number;
  /** `sending`, `sent`, `delivered`, or `failed`: `error` says why. */
  state: string;
  /** The ID that the platform has given it; null if it gave none, or not yet. */
  remote_id: string | null;
  error: string | null;
  updated_at: number;
}

/** A conversation between an end user and an agent. */
export interface ConversationRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  channel_id: string | null;
  /** `open`, `human` (a person has taken over) or `closed`. */
  status: string;
  created_at: number;
  updated_at: number;
  /** The caller's ID for the end user. */
  user_id: string | null;
  title: string;
  /** A JSON array of strings. */
  tags: string;
  /** A JSON object. */
  metadata: string;
  message_count: number;
  /** When the last message was created, or the conversation if it has none. Strictly increasing with each message. */
  last_message_at: number;
  input_tokens: number;
  output_tokens: number;
  /** `positive` or `negative`: the feedback on the latest reply that has feedback. */
  rating: string | null;
  version: number;
  /** The ID of the reply in progress, at most one; null otherwise. */
  turn: string | null;
  /** When the lease on the reply in progress expires, in ms since 1970. */
  turn_until: number | null;
  /** The ID of the user who has taken over. */
  taken_by: string | null;
  /** The ID that tells it apart from the other conversations of its user in a messenger. */
  thread: string | null;
  /** 1 if it is a trial in the playground, which the statistics count apart. */
  playground: number;
  /** The answers of a visitor to the form of the channel: a JSON object. Null without answers. */
  visitor_form: string | null;
  /** Context of the page around the chat: a JSON object. Null for nothing. */
  visitor_page: string | null;
  /** The agent to which it was handed over, which may be deleted since; null while its own agent answers. */
  answering_agent_id: string | null;
  /** Since when its visitor waits for a person, in ms since 1970; null if no person has to write next. */
  waiting_since: number | null;
  /** The ID of the person who is responsible for it. */
  assignee_id: string | null;
  /** The ID of the team that is responsible for it. */
  team_id: string | null;
  /** `urgent`, `high`, `normal` or `low`. */
  priority: string;
  /** Until when it rests, in ms since 1970; null if it doesn't. */
  snoozed_until: number | null;
  /** Satisfaction of its visitor: 1 to 5, a comment, and the time in ms since 1970. Null without an answer. */
  satisfaction_score: number | null;
  satisfaction_comment: string | null;
  satisfaction_at: number | null;
  /** Its assignee when its visitor answered; null for none. */
  satisfaction_user: string | null;
}

/** Something that happened to a conversation beside its messages. */
export interface ConversationEntryRow {
  id: string;
  workspace_id: string;
  conversation_id: string;
  /** `taken`, `given_back`, `handed_over` … */
  type: string;
  /** The actor, as events store it. */
  actor: string;
  /** A JSON object. */
  data: string;
  /** The version of the conversation after it. */
  version: number;
  created_at: number;
}

/** Up to which message a person has read a conversation. */
export interface ConversationReadRow {
  conversation_id: string;
  user_id: string;
  workspace_id: string;
  /** The `created_at` of the last message that was read. */
  read_until: number;
}

/** That a person, or the visitor, is in a conversation: for other processes, if there is no Redis. */
export interface ConversationPresenceRow {
  /** The conversation and `who`, joined by a colon. */
  id: string;
  workspace_id: string;
  conversation_id: string;
  /** The ID of the person, or `visitor`. */
  who: string;
  /** 1 for one who is typing. */
  is_typing: number;
  expires_at: number;
}

/** Up to when a member has read all conversations of a workspace. */
export interface WorkspaceReadRow {
  workspace_id: string;
  user_id: string;
  /** The `last_message_at` of a conversation: each that has no later message is read. */
  read_until: number;
}

/** A message of a conversation: from the end user, from an agent (a reply, also while in progress) or from a person. */
export interface MessageRow {
  id: string;
  workspace_id: string;
  conversation_id: string;
  /** `user`, `assistant` or `human`. */
  role: string;
  content: string;
  /** `streaming`, `requires_action`, `complete`, `failed` or `cancelled`. */
  status: string;
  created_at: number;
  updated_at: number;
  /** The ID of the user who wrote it, if that was a member of the workspace (`human`). */
  author: string | null;
  /** Identifies a repeated send: `id:` plus the client's ID (`key:` in old rows); unique in the conversation. */
  client_message_id: string | null;
  /**
   * Identifies the request that created it, if it had an `Idempotency-Key`; unique. `repeat_digest` is the SHA-256 of
   * its body.
   */
  repeat_key: string | null;
  repeat_digest: string | null;
  /** The ID of the message that a reply answers. */
  reply_to: string | null;
  model: string | null;
  /** A JSON array of the reply's citations. */
  citations: string;
  /** A JSON array of the reply's parts; null if they are its text, followed by its citations. */
  parts: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Milliseconds until the first part of the reply, and until its end. */
  first_token_ms: number | null;
  latency_ms: number | null;
  /** `positive` or `negative`. */
  feedback: string | null;
  feedback_comment: string | null;
  /** Why the reply ended: `stop`, `length`, `cancelled`, `interrupted`, `error` … */
  finish_reason: string | null;
  /** `{"code":…,"message":…}` as JSON, if the reply failed. */
  error: string | null;
  /** The version of the conversation when the message was created or, for a reply, ended; 0 if that is not known. */
  revision: number;
  /** The version of the conversation when the message was last rated; null if it never was. */
  rating_revision: number | null;
  /** A JSON array of what it has beside its text, as the API returns it; null for nothing. */
  attachments: string | null;
  /** A JSON array of the models that failed before the reply's first token, and why; null for none. */
  fallbacks: string | null;
  /** The JSON Schema that the reply must match; null for any text. */
  response_schema: string | null;
  /** A JSON array of the platform's IDs of these, for programs only; null for those that have none, or all. */
  attachment_files: string | null;
}

/** The number of requests of a key in one hour. */
export interface UsageHourRow {
  key_id: string;
  account_id: string;
  /** The start of the hour. */
  hour: number;
  requests: number;
}

/** Columns of an event. */
interface EventColumns {
  account_id: string;
  /** Null if the event concerns the whole account. */
  workspace_id: string | null;
  type: string;
  /** The actor: `{"user":"user_…","key":"key_…"}` as JSON. */
  actor: string;
  /** The data of the event as JSON. */
  data: string;
  /** A JSON array of `FieldChange`; null without. */
  changes: string | null;
  /** The request behind it: its ID, the IP address, and the `User-Agent`; null without. */
  request_id: string | null;
  address: string | null;
  client: string | null;
  created_at: number;
}

/** An event in the log of its account. */
export interface EventLogRow extends EventColumns {
  /**
   * Its place, unique in its account, in the order of commits: microseconds since 1970, or one more than the place before
   * if that is later. Its ID is made of it.
   */
  position: number;
}

/** An event that has no position yet. */
export interface ArrivingEventRow extends EventColumns {
  /** In the order of inserts. */
  seq: Generated<number>;
}

/** A sealed range of a log of events: a link of a hash chain. */
export interface EventSealRow {
  account_id: string;
  /** The workspace, or the account for events of the whole account: each has a chain of its own. */
  log: string;
  /** The last sealed position, and the first one of this range. */
  position: number;
  first_position: number;
  /** The number of events in the range. */
  events: number;
  /** The hash of the seal before in its chain; empty for the first one. */
  previous: string;
  /** HMAC-SHA-256 of the seal before, the events and the other columns, in hex. */
  hash: string;
  sealed_at: number;
}

/** An address to which the events of a workspace are sent. */
export interface WebhookRow {
  id: string;
  workspace_id: string;
  url: string;
  description: string;
  /** A JSON array of types of events, also as `agent.*`; `["*"]` for all. */
  types: string;
  /** A JSON array of agents whose events alone are sent; empty for all events. */
  agents: string;
  /** `enabled` or `disabled`. */
  status: string;
  /** `manual`, `failing` or `gone`; null while it is enabled. */
  disabled_reason: string | null;
  /** Sealed; a secret of Standard Webhooks. */
  secret: string;
  /** The secret before the rotation, sealed, which also signs until a time. */
  old_secret: string | null;
  old_secret_until: number | null;
  version: number;
  /** The position in the log of its account up to which every wanted event has a delivery. */
  position: number;
  /** Events up to this position are marked as replayed: they happened while it was disabled. */
  replay_through: number;
  /** A range of positions that is sent again; null without. */
  resend_after: number | null;
  resend_through: number | null;
  /** The position of the last event that expired before it came to it; null without. */
  missed_through: number | null;
  /** Since when no delivery has succeeded, although some were tried; null while it works. */
  failing_since: number | null;
  last_success_at: number | null;
  created_at: number;
  updated_at: number;
  /** A deleted webhook is hidden, disabled and without secrets until a job has deleted its deliveries. */
  deleted_at: number | null;
}

/** The delivery of an event to a webhook. */
export interface WebhookDeliveryRow {
  id: string;
  workspace_id: string;
  webhook_id: string;
  /** The event, by its position in the log of its account. */
  event_position: number;
  type: string;
  /** The object that it is about, such as a conversation: events of one line are delivered in order. Empty without one. */
  line: string;
  /** `pending`, `succeeded` or `failed`. */
  state: string;
  /** 1 if it was sent again, or late because the webhook was disabled. */
  replayed: number;
  attempts: number;
  /** When the next attempt is due. */
  due_at: number;
  /** The HTTP status of the last reply; null without one. */
  status: number | null;
  latency_ms: number | null;
  /** Why the last attempt failed; null if it didn't. */
  error: string | null;
  /** The first kilobyte of the last reply; null without one. */
  reply: string | null;
  created_at: number;
  updated_at: number;
}

/** A row that the members of a workspace write for themselves: shared with all of them, or its author's own. */
interface KeptRow {
  id: string;
  workspace_id: string;
  /** Empty if all members see it; otherwise the ID of its author, the only person who does. */
  owner: string;
  /** The author; null if the person was deleted. */
  created_by: string | null;
  name: string;
  /** `name`, folded. Unique among the rows of an owner in a workspace. */
  name_folded: string;
  version: number;
  created_at: number;
  updated_at: number;
}

/** A text that people send often. */
export interface SavedReplyRow extends KeptRow {
  /** May have variables: `{{visitor.name}}`. */
  text: string;
}

/** Filters of conversations that people use often. */
export interface ViewRow extends KeptRow {
  /** JSON: parameters of the list of conversations. */
  filters: string;
}

/** A tool of a workspace. */
export interface ToolRow {
  id: string;
  workspace_id: string;
  /** Unique in the workspace. */
  name: string;
  description: string;
  /** `http`, `mcp`, `client` or `builtin`. */
  type: string;
  /** `none`, `workspace` or `end_user`. */
  auth: string;
  /** The JSON Schema of its arguments; null if its kind knows its own. */
  input_schema: string | null;
  /** JSON; which settings there are, its kind says. */
  settings: string;
  /** A JSON object of its secrets by name, sealed; null without. */
  secrets: string | null;
  /** A JSON array of the names of its secrets, sorted. */
  secret_names: string;
  timeout_ms: number;
  /** 1 if a call may run twice with the effect of one. */
  idempotent: number;
  /** A JSON array of the users who are asked for approval; empty for all who may decide. */
  approvers: string;
  /** For how long a call waits for approval. */
  approval_ms: number;
  version: number;
  created_at: number;
  updated_at: number;
}

/** An account at the server of a tool. */
export interface ToolConnectionRow {
  id: string;
  workspace_id: string;
  tool_id: string;
  /** The key of its owner (`owners.ts`); null for the account of the workspace. */
  user_id: string | null;
  /** The end user's ID, of an account that belongs to one. */
  end_user: string | null;
  /** The conversation that alone has the account. */
  conversation_id: string | null;
  /** The channel whose user it is, if other channels and keys may mean another person by the same ID. */
  channel_id: string | null;
  /** The agent that asked for it last; it may be deleted. */
  agent_id: string | null;
  /** When a sign-in succeeded last; null before. Links of before don't work any more. */
  connected_at: number | null;
  /** `none`, `connected` or `reauth_required`. */
  state: string;
  /** The sign-in under way and the tokens as JSON, sealed; null before the first sign-in. */
  record: string | null;
  /** When the access token expires; null without a token, or if that isn't known. */
  expires_at: number | null;
  /** Until when one caller has the account for itself, and which one; null if none has. */
  locked_until: number | null;
  locked_by: string | null;
  created_at: number;
  updated_at: number;
}

/** A mailed link with which one person decides about a call that waits for approval. */
export interface ApprovalLinkRow {
  /** The SHA-256 of its token. */
  id: string;
  workspace_id: string;
  call_id: string;
  user_id: string;
  /** The address to which it was mailed: a link ends with the address. */
  email: string;
  /** The deadline of the call. */
  expires_at: number;
}

/** A team of a workspace. */
export interface TeamRow {
  id: string;
  workspace_id: string;
  name: string;
  /** Unique in the workspace: see `foldName`. */
  name_folded: string;
  /** `round_robin`, `least_busy` or `manual`. */
  assignment: string;
  /** Seconds after which a conversation without an answer is handed on; null for never. */
  answer_within: number | null;
  version: number;
  created_at: number;
  updated_at: number;
}

/** A member of a team. The row goes with the membership in the workspace. */
export interface TeamMemberRow {
  team_id: string;
  workspace_id: string;
  user_id: string;
  /** Max open conversations at a time; null for any number. */
  max_open: number | null;
  /** Place in the order of the team, from 0. */
  position: number;
}

/** The working hours of a workspace. The ID is that of the workspace. */
export interface WorkspaceHoursRow {
  id: string;
  /** `Hours` of `hours/hours.ts` as JSON. */
  hours: string;
  created_at: number;
  updated_at: number;
}

/** The state that a person has set in a workspace. The row goes with the membership. */
export interface MemberAvailabilityRow {
  workspace_id: string;
  user_id: string;
  /** `here` or `away`. */
  state: string;
  since: number;
  /** When the desk gave the person a conversation for the last time; null if never. */
  given_at: Generated<number | null>;
}

/** The room of a workspace's team at a platform. Its ID is that of the workspace. */
export interface TeamRoomRow {
  id: string;
  channel_id: string;
  /** The platform's ID of the room. */
  room: string;
  /** Digest of the secrets that the channel had when an admin named the room. */
  credentials: string;
  /** The admin who named it. */
  user_id: string | null;
  /** Why the latest notice could not be posted; null if it was. */
  problem: string | null;
  created_at: number;
  updated_at: number;
}

/** An account at a platform by which a member answers in the room. */
export interface TeamRoomPersonRow {
  id: string;
  workspace_id: string;
  /** The type of the channel. */
  platform: string;
  /** The platform's ID of the account, and its name there. */
  external_id: string;
  name: string;
  user_id: string;
  created_at: number;
}

/** A code that connects an account at a platform, once. */
export interface TeamRoomCodeRow {
  id: string;
  workspace_id: string;
  user_id: string;
  /** Digest of the code. */
  digest: string;
  created_at: number;
  expires_at: number;
}

/** A notice in a room. Its ID is that of what it shows. */
export interface TeamRoomPostRow {
  id: string;
  workspace_id: string;
  /** Kind of the thing that it shows, such as `tool_call`. */
  kind: string;
  channel_id: string;
  room: string;
  /** The platform's ID of the notice. */
  remote: string;
  /** `open` while it has buttons, then `closed`. Of a message in a thread `told`, or `refused`. */
  state: string;
  created_at: number;
  expires_at: number;
  /** The conversation that its thread answers; null for other things. */
  conversation_id: string | null;
  /** The version of the conversation up to which its thread tells of it; null if it tells no more. */
  thread_version: number | null;
  /** When the last message that the thread tells was created, in ms since 1970. */
  thread_at: number | null;
}

/** A call of a tool in a reply: written before it runs. */
export interface ToolCallRow {
  id: string;
  workspace_id: string;
  conversation_id: string;
  /** The reply that made it. */
  message_id: string;
  agent_id: string;
  /** The version of the agent when it was made. */
  agent_version: number;
  tool_id: string;
  /** The name of the definition that was called. */
  name: string;
  /** The ID of the call in its message. */
  call_id: string;
  /** The number of its step in the reply, from 1. */
  step: number;
  /** The end user of the conversation; null if none is known. */
  user_id: string | null;
  /** Canonical JSON. */
  arguments: string;
  /** SHA-256 of tool, definition, arguments, agent version and end user, in hex. */
  digest: string;
  /** `waiting`, `approved`, `running`, `completed`, `failed`, `denied`, `expired` or `unknown`. */
  status: string;
  /** `approval` or `result` while it waits, or did. */
  waits_for: string | null;
  /** When it stops waiting. */
  deadline: number | null;
  /** A JSON array of the users who are asked; empty for all who may decide. */
  approvers: string;
  idempotent: number;
  /** Number of starts. */
  attempts: number;
  /** Number of times that its reply went on after a crash. */
  recoveries: number;
  /** The user who decided. */
  decided_by: string | null;
  decided_at: number | null;
  /** Why it was denied, or has expired. */
  reason: string | null;
  result: string | null;
  latency_ms: number | null;
  started_at: number | null;
  ended_at: number | null;
  created_at: number;
  updated_at: number;
}

/** The first response to a POST with an `Idempotency-Key`, written in the same unit of work as its effect. */
export interface IdempotencyRow {
  /** SHA-256 of principal, method, path and key. */
  id: string;
  /** SHA-256 of the request body. */
  fingerprint: string;
  status: number;
  /** The response body, sealed with AES-256-GCM: it may contain a secret that is shown once. */
  answer: string;
  /** Response headers as JSON: `Location`, `ETag`. */
  headers: string;
  expires_at: number;
  /** The conversation that the response is about; deleting it deletes this row. */
  conversation_id: string | null;
  /** The `Right`, as JSON, without which a repeat doesn't get the answer. */
  needed_right: string | null;
}

/** A job: background work that is queued, running or dead. A job that is done is deleted. */
export interface JobRow {
  id: string;
  /** `system` if it belongs to no tenant. */
  workspace_id: string;
  /** The account of its workspace when it was enqueued; the workspace's own ID if it has no account. */
  account_id: Generated<string>;
  /** 1 if it waits apart, because its target didn't answer lately. */
  slow: Generated<number>;
  kind: string;
  /** JSON. */
  payload: string;
  /** `ready`, `waiting` (until `run_at`), `running` or `dead`. */
  state: string;
  /** Lower runs first within its workspace. */
  priority: number;
  /** When it is or was due; of a dead job, when it died. */
  run_at: number;
  created_at: number;
  /** Attempts that were started. */
  attempts: number;
  /** Incremented by each claim and each release: fences off writes of earlier attempts. */
  lease: number;
  /** Incremented while an attempt runs: a lease whose beat stands still has expired. */
  beat: number;
  /** Unique among the queued jobs of its kind and workspace. */
  dedupe_key: string | null;
  /** Why the last attempt failed, or why it is dead. */
  error: string | null;
}

/** The next slot of a scheduled kind of job. */
export interface JobScheduleRow {
  kind: string;
  /** The cron pattern of the slot. */
  pattern: string;
  next_at: number;
}

/** Settings of the instance by name: the setup token's digest, the pepper's check value. */
export interface SettingRow {
  name: string;
  value: string;
}

/** The authority epoch, incremented by every change of permissions; one row. See `access/callers.ts`. */
export interface AuthorityRow {
  id: number;
  epoch: number;
}

/** An applied migration. */
export interface SchemaMigrationRow {
  name: string;
  applied_at: number;
}

/**
 * A file in a store, from before its first byte until after its last is removed. It has no workspace: a row in `blobs`
 * says whose it is.
 */
export interface BlobFileRow {
  /** The name of the file in its store. */
  id: string;
  /** `folder`, `postgres` or `s3`. */
  store: string;
  /** The number of its large object, in the store `postgres`. */
  large_object: number | null;
  /** When the bytes may be removed: null while a workspace holds them, 0 once a sweep has begun to. */
  remove_after: number | null;
  created_at: number;
}

/** A content that a workspace holds, once however often it was uploaded; exists as long as something refers to it. */
export interface BlobRow {
  /** The file that has the bytes. */
  id: string;
  workspace_id: string;
  /** The SHA-256 of the bytes in hex; unique in its workspace. */
  hash: string;
  bytes: number;
  /** Number of owners that hold it; 1 or more. */
  refs: number;
  created_at: number;
}

/** Number of contents that a workspace holds, and their bytes. */
export interface BlobUsageRow {
  workspace_id: string;
  files: number;
  bytes: number;
}

/** The address to which answers in a conversation go. */
export interface AnswerAddressRow {
  /** The ID of the conversation. */
  id: string;
  workspace_id: string;
  email: string;
  /** An IANA name. */
  time_zone: string;
  /** Code of a language (ISO 639-1). */
  language: string;
  /** Messages up to this time are mailed, or need no mail. */
  mailed_until: number;
  expires_at: number;
}

/** The cost of the suggestions of an agent on a day of UTC (days since 1970). */
export interface SuggestionDayRow {
  workspace_id: string;
  day: number;
  agent_id: string;
  suggestions: number;
  input_tokens: number;
  output_tokens: number;
}

/** Use of a quota by an account; on PostgreSQL in several rows (slots). Written by triggers only. */
export interface QuotaCountRow {
  account_id: string;
  /** One of `quotas/kinds.ts`. */
  kind: string;
  slot: number;
  /** One slot may be negative: the sum of all counts. */
  used: number;
}

/**
 * A message whose words searches find. On PostgreSQL the row has them; on SQLite it has a number, under which the
 * virtual table `message_words_index` has them. Neither is selected.
 */
export interface MessageWordsRow {
  message_id: string;
  workspace_id: string;
  conversation_id: string;
}

/** A complete message whose words aren't indexed yet. Written by triggers. */
export interface MessageToIndexRow {
  message_id: string;
}

/** All tables of the database. */
export interface Tables {
  accounts: AccountRow;
  users: UserRow;
  sessions: SessionRow;
  totp_factors: TotpFactorRow;
  passkeys: PasskeyRow;
  recovery_codes: RecoveryCodeRow;
  factor_challenges: FactorChallengeRow;
  workspaces: WorkspaceRow;
  members: MemberRow;
  invitations: InvitationRow;
  address_codes: AddressCodeRow;
  password_resets: PasswordResetRow;
  mail_windows: MailWindowRow;
  provider_keys: ProviderKeyRow;
  api_keys: ApiKeyRow;
  agents: AgentRow;
  agent_sources: AgentSourceRow;
  knowledge_sources: KnowledgeSourceRow;
  knowledge_items: KnowledgeItemRow;
  knowledge_documents: KnowledgeDocumentRow;
  knowledge_chunks: KnowledgeChunkRow;
  knowledge_segments: KnowledgeSegmentRow;
  knowledge_terms: KnowledgeTermsRow;
  knowledge_vectors: KnowledgeVectorRow;
  knowledge_pairs: KnowledgePairRow;
  knowledge_syncs: KnowledgeSyncRow;
  knowledge_checkpoints: KnowledgeCheckpointRow;
  knowledge_questions: KnowledgeQuestionRow;
  sync_hooks: SyncHookRow;
  unanswered_questions: UnansweredQuestionRow;
  channels: ChannelRow;
  channel_counts: ChannelCountRow;
  channel_events: ChannelEventRow;
  channel_outbox: ChannelOutboxRow;
  channel_threads: ChannelThreadRow;
  channel_parts: ChannelPartRow;
  channel_pictures: ChannelPictureRow;
  conversations: ConversationRow;
  conversation_entries: ConversationEntryRow;
  conversation_presence: ConversationPresenceRow;
  conversation_reads: ConversationReadRow;
  workspace_reads: WorkspaceReadRow;
  messages: MessageRow;
  message_words: MessageWordsRow;
  messages_to_index: MessageToIndexRow;
  blob_files: BlobFileRow;
  blobs: BlobRow;
  blob_usage: BlobUsageRow;
  usage_hours: UsageHourRow;
  quota_counts: QuotaCountRow;
  suggestion_days: SuggestionDayRow;
  answer_addresses: AnswerAddressRow;
  event_log: EventLogRow;
  events: ArrivingEventRow;
  event_seals: EventSealRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
  saved_replies: SavedReplyRow;
  views: ViewRow;
  tools: ToolRow;
  approval_links: ApprovalLinkRow;
  tool_connections: ToolConnectionRow;
  tool_calls: ToolCallRow;
  teams: TeamRow;
  team_members: TeamMemberRow;
  workspace_hours: WorkspaceHoursRow;
  member_availability: MemberAvailabilityRow;
  team_rooms: TeamRoomRow;
  team_room_people: TeamRoomPersonRow;
  team_room_codes: TeamRoomCodeRow;
  team_room_posts: TeamRoomPostRow;
  idempotency_keys: IdempotencyRow;
  jobs: JobRow;
  job_schedules: JobScheduleRow;
  settings: SettingRow;
  authority: AuthorityRow;
  schema_migrations: SchemaMigrationRow;
}

/** A row as it is written, and as it is read. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
export type ReadRow<Table extends keyof Tables> = Selectable<Tables[Table]>;
