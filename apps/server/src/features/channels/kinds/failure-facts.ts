/** How a `SendFailure` is to be taken. Nothing: it may pass, and nobody got the message. */
export interface FailureFacts {
  /** To send the message again is of no use. */
  readonly isFinal?: boolean;
  /** The platform refuses the channel itself, as with a token that is revoked: nothing is sent until that is mended. */
  readonly isRefusal?: boolean;
  /** Whether the user got the message isn't known: it isn't sent again unless a person wants it. */
  readonly isUnknown?: boolean;
  /** Only this message is refused, as by a user who has blocked the bot: the channel is well. */
  readonly isOfMessage?: boolean;
  /** How long the platform wants the channel to wait, in ms. */
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
