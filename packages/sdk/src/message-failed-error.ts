import { ParleyError } from './errors.ts';
import type { Message } from './types.ts';

/** A streamed reply failed. `reply` is its stored message; undefined if it was deleted. */
export class MessageFailedError extends ParleyError {
  /** The reason: an error code of the service, or `interrupted`. */
  readonly code: string;
  readonly reply: Message | undefined;

  constructor(message: string, { code, reply }: { readonly code: string; readonly reply: Message | undefined }) {
    super(message);
    this.code = code;
    this.reply = reply;
  }
}

MessageFailedError.prototype.name = 'MessageFailedError';
