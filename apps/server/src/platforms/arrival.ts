import type { InboundMessage } from './inbound-message.ts';
import type { RoomPress, ThreadAnswer } from './room.ts';

/** State of a message, as its platform reports it. */
export interface Receipt {
  /** The ID that the platform has given the message. */
  readonly remote: string;
  /** The `id` of the part, if the platform passes it back. It settles a part whose outcome was unknown. */
  readonly part?: string | undefined;
  readonly state: 'sent' | 'delivered' | 'failed';
  /** The problem of a failed message, for the team. */
  readonly problem?: { readonly code: string; readonly message: string };
}

/** An event in a request of a platform. A request that a channel ignores contains none. */
export type Arrival =
  /** A message. The event is the platform's ID of it, the same each time that it is sent, of at most 255 characters. */
  | {
      readonly kind: 'message';
      readonly event: string;
      readonly message: InboundMessage;
      readonly answers?: ThreadAnswer | undefined;
    }
  /** A message that is not for the agent, in a thread that may be one of the team's room. */
  | {
      readonly kind: 'thread';
      readonly event: string;
      readonly message: InboundMessage;
      readonly answers: ThreadAnswer;
    }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** A press of a button below a notice to the team. */
  | { readonly kind: 'press'; readonly press: RoomPress };

/** Immediate answer to a platform, in the platform's own format instead of the server's. */
export interface PlatformAnswer {
  /** 200 by default. */
  readonly status?: 200 | 202;
  readonly type: 'application/json' | 'text/plain';
  readonly text: string;
}

/** Result of reading a request. */
export interface Received {
  readonly arrivals: readonly Arrival[];
  readonly answer?: PlatformAnswer;
}
