/** Consequences of a `SendFailure`. Without any, the failure may pass, and the user got no message. */
export interface FailureFacts {
  /** To send the message again is of no use. */
  readonly isFinal?: boolean;
  /** The platform refuses the channel itself, as with a token that is revoked: nothing is sent until that is mended. */
  readonly isRefusal?: boolean;
  /** True if the user may have got the message: it isn't sent again unless a person wants it. */
  readonly isUnknown?: boolean;
  /** Only this message is refused, as by a user who has blocked the bot: the channel is well. */
  readonly isOfMessage?: boolean;
  /** Time in ms that the platform asks the channel to wait. */
  readonly waitMs?: number | undefined;
}

/** The codes of failures that say that a server gives no answer. */
export const silences: readonly string[] = [
  'dns',
  'unreachable',
  'tls',
  'timeout',
  'broken',
  'lost',
  'imap_unreachable',
];
