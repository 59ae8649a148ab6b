import type { Static, TObject } from 'typebox';
import type { Outbound } from '../outbound/outbound.ts';
import type { Part } from '../rendering/message-part.ts';
import type { Arrival, PlatformAnswer, Received } from './arrival.ts';
import { type FailureFacts, silences } from './failure-facts.ts';
import type { ReplyContext, Settlement } from './inbound-message.ts';
import type { RoomMessenger } from './room.ts';

/** The values of a channel's settings, with those that are secret. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The headers of a request, by their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request of a platform, as it was received. */
export interface SignedRequest {
  readonly headers: RequestHeaders;
  readonly bytes: Buffer;
}

/** Data with which a kind verifies a request. */
export interface VerifyContext {
  /** The settings, with the secret ones. */
  readonly settings: SettingValues;
  /** The generated secrets that are valid, the newest first. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Destination of a message. */
export interface Addressee {
  readonly channel: string;
  /** Null before the user has one. */
  readonly conversation: string | null;
  readonly user: string | null;
  readonly thread: string | null;
  /** Of the message that it replies to: the user's last one, when the reply had ended. Null if none is known. */
  readonly context: ReplyContext | null;
  /** Time of the user's last message, in ms since 1970; null if none is known. */
  readonly lastEventAt: number | null;
}

/** A message to a user, as Markdown. */
export interface OutboundMessage extends Addressee {
  readonly id: string;
  readonly role: 'assistant' | 'human';
  readonly text: string;
}

/** A user who sees that an answer is being written, and who writes it. */
export type TypingTo = Addressee & Pick<OutboundMessage, 'role'>;

/** The sign of a platform that an answer is being written. */
export interface TypingSign {
  /** Interval between two signs in ms, shorter than the platform shows one. */
  readonly everyMs: number;
  /** Shows it once; nothing if the platform can't. Throws a `SendFailure`. It is best effort, and never repeated. */
  show(to: TypingTo, context: SendContext): Promise<void>;
}

/** A part on its way. */
export interface SentPart extends Part {
  /** Identifies the part: the same each time that it is sent. */
  readonly id: string;
  /** From 0. */
  readonly index: number;
  readonly isLast: boolean;
  /** True if it may have been sent before: the service stopped before it knew. */
  readonly isRepeat: boolean;
}

/** A part that may have been sent: the service stopped before it knew. */
export interface OpenPart extends Pick<SentPart, 'index'> {
  /** Time at which it was about to be sent, in ms since 1970. */
  readonly since: number;
}

/** Data with which a kind talks with its platform. */
export interface SendContext extends VerifyContext, Pick<Outbound, 'fetch' | 'connect'> {
  /** Origin of the platform's API, without a slash at the end: the kind's own, or the one that the operator has set. */
  readonly origin: string;
  readonly signal: AbortSignal | undefined;
}

/** A channel as its platform is to know it. */
export interface Place {
  readonly channel: string;
  readonly name: string;
  /** Its address for requests of the platform. */
  readonly inbound: string;
}

/** The platform doesn't take a message. Tenants read the message, so it has no secret and no private address. */
export class SendFailure extends Error {
  readonly code: string;
  readonly isFinal: boolean;
  readonly isRefusal: boolean;
  readonly isUnknown: boolean;
  readonly isOfMessage: boolean;
  readonly waitMs: number | undefined;
  /** True if there was no answer at all: jobs for the same address then wait separately. */
  readonly isSilent: boolean;

  constructor(code: string, message: string, facts: FailureFacts = {}) {
    super(message);
    this.code = code;
    this.isRefusal = facts.isRefusal === true;
    this.isFinal = facts.isFinal === true || this.isRefusal;
    this.isUnknown = facts.isUnknown === true;
    this.isOfMessage = facts.isOfMessage === true;
    this.waitMs = facts.waitMs;
    this.isSilent = silences.includes(code);
  }
}

/** A reason why a message can't be delivered, known without sending it. Tenants read the message. */
export interface Obstacle {
  readonly code: string;
  readonly message: string;
}

/** Recipient of a test message, in a platform's own words. */
export interface Recipient {
  /** Name of its identifier, such as `Chat ID`. */
  readonly title: string;
  /** A sentence that says how to find it. */
  readonly description: string;
  /** Reads an identifier; undefined for an invalid one. */
  read(text: string): Pick<Addressee, 'user' | 'thread' | 'context'> | undefined;
}

/** Result of a look into a mailbox, or into another source that is polled. */
export interface Polled {
  readonly arrivals: readonly Arrival[];
  /** Position at which the next look begins: at most 1,000 characters. */
  readonly cursor: string;
  /** True if there is more to read now. */
  readonly hasMore: boolean;
}

/**
 * Functions with which a kind talks with its platform. They store nothing: the caller stores what they return, then
 * handles it. Functions that call the platform throw a `SendFailure`.
 */
export interface Messenger {
  /** Origin of the platform's API, without a slash at the end; undefined if the settings contain it. */
  readonly origin?: string;
  /** Max bytes of a request: at most 256 KiB, which an address without credentials may have arriving in all. */
  readonly maxBytes: number;
  /** True if the headers can be those of a current request of the platform, without a look at the body. */
  mayBe(headers: RequestHeaders, now: number): boolean;
  /** True if the platform has sent the request: it is signed with a secret. `mayBe` checks the age. */
  verify(request: SignedRequest, context: VerifyContext): boolean;
  /** Schema of the body of a request. */
  readonly body: TObject;
  /** The JSON in a form (`application/x-www-form-urlencoded`), for a platform that sends forms. It isn't checked yet. */
  readForm?(fields: URLSearchParams): string;
  /** Reads a request with a valid body. */
  receive(headers: RequestHeaders, body: object, context: VerifyContext): Received | Promise<Received>;
  /** Answers the request with which a platform makes sure of an address (GET); undefined for a wrong one. */
  challenge?(query: Readonly<Record<string, string>>, context: VerifyContext): PlatformAnswer | undefined;
  /** Looks for what came in, for a platform that sends no requests. `cursor` is null at the first look. */
  poll?(cursor: string | null, context: SendContext): Promise<Polled>;
  /** True if it has an address to send to. */
  sends(settings: SettingValues): boolean;
  /** Max messages of a user in a thread that are accepted in a day (UTC); undefined for any number. */
  maxPerThread?(settings: SettingValues): number;
  /** Text for a user if a reply fails; empty for no text. */
  apology(settings: SettingValues): string;
  /** True if a conversation waits for a person after the apology: the agent is silent until it is released. */
  readonly waitsForPerson: boolean;
  /** Returns why a message can't be delivered. It sends no request, and runs before a model is called. */
  obstacle?(to: Addressee, context: Pick<SendContext, 'settings' | 'now'>): Obstacle | undefined;
  /** True if the platform recognises a part that is sent again after a crash, so that its user gets it once. */
  readonly recognisesRepeats: boolean;
  /** True if it recognises this part, for a platform that recognises only some. */
  recognises?(part: OpenPart, message: OutboundMessage, context: Pick<SendContext, 'settings' | 'now'>): boolean;
  /** Turns a message into parts, in the platform's format and within its limits: the same parts each time. */
  render(message: OutboundMessage, settings: SettingValues): readonly Part[];
  /** Sends a part, and returns the ID that the platform gives it; null if it gives none. */
  send(part: SentPart, message: OutboundMessage, context: SendContext): Promise<string | null>;
  /** Shows that an answer is being written, if the platform has a sign for it. */
  readonly typing?: TypingSign;
  /** Changes a message of the channel that a user has answered: see `InboundMessage.answered`. */
  settle?(change: Settlement, context: SendContext): Promise<void>;
  /** Functions for a room of the team, if the platform has rooms with buttons. */
  readonly room?: RoomMessenger<SendContext>;
  /** Makes the platform send its requests to the channel; the same again changes nothing. */
  connect?(place: Place, context: SendContext): Promise<void>;
  /** A sentence about what a deleted channel leaves at the platform, which only its owner can remove. */
  readonly leftover?: string;
  /** Undoes `connect`, unless the platform has another address by now; so does a channel that isn't there any more. */
  disconnect?(place: Place, context: SendContext): Promise<void>;
  /** True if `check` leaves no trace at the platform, so that it may run periodically. */
  readonly isProbed: boolean;
  /** Recipient of a test message; undefined if a test only runs `check`. */
  readonly recipient?: Recipient;
  /** Asks the platform whether it takes messages of the channel and sends its requests to it; returns what it found. */
  check(place: Place, context: SendContext): Promise<readonly Finding[]>;
  /** Asks the platform whether it accepts the settings, before there is a channel. */
  tryOut?(context: SendContext): Promise<readonly Finding[]>;
}

/** A successful check of a channel, such as of the name of its bot. */
export interface Finding {
  /** Stable name of the check, such as `token` or `webhook`. */
  readonly name: string;
  readonly message: string;
}

/** A messenger with the type of its bodies. */
interface TypedMessenger<Body extends TObject> extends Omit<Messenger, 'body' | 'receive'> {
  readonly body: Body;
  receive(headers: RequestHeaders, body: Static<Body>, context: VerifyContext): Received | Promise<Received>;
}

/** Defines a messenger. Safe: a body reaches it only after it is validated. */
export const messengerOf = <Body extends TObject>(messenger: TypedMessenger<Body>): Messenger =>
  messenger as unknown as Messenger;
