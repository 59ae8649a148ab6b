/**
 * The place of a sealed text: its column, and the identity of its row, such as its ID. A text opens only at the place
 * that it was sealed for.
 */
export type SealedPlace = readonly [
  column:
    | 'channels.secrets'
    | 'idempotency_keys.answer'
    | 'jobs.payload'
    | 'knowledge_sources.credentials'
    | 'provider_keys.sealed'
    | 'sync_hooks.secrets'
    | 'tool_connections.record'
    | 'tools.secrets'
    | 'totp_factors.secret'
    | 'webhooks.old_secret'
    | 'webhooks.secret',
  row: string,
];

/** Seals texts for the database, and opens them. */
export interface Sealing {
  /** Encrypts text for a place in the database (AES-256-GCM; the place is authenticated with it). */
  seal(text: string, place: SealedPlace): string;
  /** Decrypts what `seal` returned. Throws if it was changed, sealed for another place or under another pepper. */
  open(sealed: string, place: SealedPlace): string;
}
