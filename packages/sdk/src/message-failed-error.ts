import { ParleyError } from './errors.ts';
import type { FailureReason, Message } from './types.ts';

interface Failed {
  readonly code: string;
  readonly reply: Message | undefined;
  /** Number of times that the request was sent. */
  readonly attempts?: number;
}

/** A streamed reply failed. `reply` is its stored message; undefined if it was deleted. */
export class MessageFailedError extends ParleyError {
  /** The reason: an error code of the service, or `interrupted`. */
  override readonly code: string;
  readonly reply: Message | undefined;
  /** Why the model did not complete the reply; undefined if the model is not the cause. */
  readonly reason: FailureReason | undefined;
  /** The HTTP status that the model's provider returned, if any. */
  readonly providerStatus: number | undefined;
  /** Message of the model's provider, in its own words, if any. */
  readonly providerMessage: string | undefined;

  constructor(message: string, { code, reply, attempts = 1 }: Failed) {
    super(message, { attempts });
    this.code = code;
    this.reply = reply;
    this.reason = reply?.error?.reason;
    this.providerStatus = reply?.error?.providerStatus;
    this.providerMessage = reply?.error?.providerMessage;
  }
}

MessageFailedError.prototype.name = 'MessageFailedError';
