import type { WorkspaceWebhookEvent } from './types/event-types.ts';

/** A message for a user of a channel of the type `webhook`: a reply of its agent, or of a person. */
export interface WebhookMessageEvent {
  readonly type: 'message';
  /** When it was sent: ISO 8601. */
  readonly timestamp: string;
  readonly data: {
    readonly channel: string;
    readonly conversation: string;
    /** The ID of the message, which is also the `webhook-id`: the same if it is sent again. */
    readonly message: string;
    readonly user: { readonly id: string; readonly name?: string };
    /** The `conversation` that came with the user's message; null if it had none. */
    readonly thread: string | null;
    /** Markdown. */
    readonly text: string;
    /** `human` after a person has taken over. */
    readonly role: 'assistant' | 'human';
  };
}

/** Sent when someone checks the channel in the dashboard; needs an answer of 2xx only. */
export interface WebhookTestEvent {
  readonly type: 'test';
  readonly timestamp: string;
  readonly data: { readonly channel: string };
}

/**
 * An event that Parley sends: a message of a channel, its test, or an event of a workspace. A newer service may send
 * other types, so give every `switch` a default.
 */
export type WebhookEvent = WebhookMessageEvent | WebhookTestEvent | WorkspaceWebhookEvent;

/** The three headers of a signed request; `webhook-timestamp` is in seconds since 1970. */
export type WebhookHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;

/** A body as it was sent. Parsed and written again, JSON can have other bytes, and then another signature. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** Headers as frameworks pass them; upper and lower case are the same. */
export type GivenHeaders =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A secret (`whsec_…`), or the old and the new one while it is rotated. */
export type Secrets = string | readonly string[];

/** Options of `webhooks.unwrap`. */
export interface UnwrapOptions {
  /** Maximum difference in s between the time of the request and now (300). */
  readonly tolerance?: number | undefined;
}

/** Options of `webhooks.sign`. */
export interface SignOptions {
  readonly secret: Secrets;
  /** The same for each attempt, so that the request counts once; random unless set. */
  readonly id?: string | undefined;
  /** Now unless set; a number is seconds since 1970. */
  readonly timestamp?: Date | number | undefined;
}
