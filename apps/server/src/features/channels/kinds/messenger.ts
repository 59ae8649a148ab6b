import type { Static, TObject } from 'typebox';
import type { Outbound } from '../../../outbound/outbound.ts';

/** The values of a channel's settings, with those that are secret. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The headers of a request, by their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request of a platform, as it was received. */
export interface SignedRequest {
  readonly headers: RequestHeaders;
  readonly bytes: Buffer;
}

/** A message of a user, as a platform sends it. */
export interface InboundMessage {
  readonly user: { readonly id: string; readonly name?: string | undefined };
  /** What tells apart the conversations of a user; null if the platform has one of each user. */
  readonly thread: string | null;
  readonly text: string;
}

/** A message to a user. */
export interface OutboundMessage {
  readonly id: string;
  readonly channel: string;
  /** Null before the user has one. */
  readonly conversation: string | null;
  readonly user: string | null;
  readonly thread: string | null;
  readonly role: 'assistant' | 'human';
  readonly text: string;
}

/** What a kind sends with. */
export interface SendContext {
  /** The settings, with the secret ones. */
  readonly settings: SettingValues;
  /** The secrets that are valid, the newest first. */
  readonly secrets: readonly string[];
  readonly fetch: Outbound['fetch'];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal | undefined;
}

/** The platform doesn't take a message. Tenants read the message, so it has no secret and no private address. */
export class SendFailure extends Error {
  readonly code: string;
  /** Whether to send it again is of no use. */
  readonly isFinal: boolean;

  constructor(code: string, message: string, isFinal: boolean) {
    super(message);
    this.code = code;
    this.isFinal = isFinal;
  }
}

/** How a kind talks with its platform. Nothing of it keeps anything: what it returns is stored, then handled. */
export interface Messenger {
  /** Max bytes of a request. */
  readonly maxBytes: number;
  /** Whether the headers can be those of the platform now, as far as they tell without the body. */
  mayBe(headers: RequestHeaders, now: number): boolean;
  /** Whether the platform has sent the request: it is signed with one of the secrets. */
  verify(request: SignedRequest, secrets: readonly string[]): boolean;
  /** What the body of a request must be. */
  readonly body: TObject;
  /** Reads a request with a valid body: the platform's ID of the event, and the message. */
  receive(headers: RequestHeaders, body: object): { readonly event: string; readonly message: InboundMessage };
  /** Whether it has somewhere to send to. */
  sends(settings: SettingValues): boolean;
  /** What a user gets if a reply fails; empty for nothing. */
  apology(settings: SettingValues): string;
  /** Sends a message. Throws a `SendFailure`. */
  send(message: OutboundMessage, context: SendContext): Promise<void>;
  /** Asks the platform whether it would take messages, and returns what it found. Throws a `SendFailure`. */
  test(channel: string, context: SendContext): Promise<string>;
}

/** A messenger with the type of its bodies. */
interface TypedMessenger<Body extends TObject> extends Omit<Messenger, 'body' | 'receive'> {
  readonly body: Body;
  receive(headers: RequestHeaders, body: Static<Body>): ReturnType<Messenger['receive']>;
}

/** Defines a messenger. Safe: a body reaches it only after it is validated. */
export const messengerOf = <Body extends TObject>(messenger: TypedMessenger<Body>): Messenger =>
  messenger as unknown as Messenger;
