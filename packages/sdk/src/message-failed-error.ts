import { ParleyError } from './errors.ts';
import type { Message } from './types.ts';

/** An answer that was streamed has failed; `reply` is what is stored of it, undefined where it was deleted. */
export class MessageFailedError extends ParleyError {
  /** Why: a code of the service's failures, or `interrupted`. */
  readonly code: string;
  readonly reply: Message | undefined;

  constructor(message: string, { code, reply }: { readonly code: string; readonly reply: Message | undefined }) {
    super(message);
    this.code = code;
    this.reply = reply;
  }
}

MessageFailedError.prototype.name = 'MessageFailedError';
