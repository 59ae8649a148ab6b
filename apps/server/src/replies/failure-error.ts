import { AppError, type ErrorCode } from '../errors.ts';
import type { MessageError } from './message-error.ts';

/** When to retry what was interrupted, in seconds: by then another process serves. */
const retryInterrupted = 2;

/** Returns the error of a request whose reply failed so; `unavailable` with a time to retry if it was interrupted. */
export function failureError(
  { code, message }: Pick<MessageError, 'code' | 'message'>,
  more: ConstructorParameters<typeof AppError>[2] = {},
): AppError {
  if (code === 'interrupted') return new AppError('unavailable', message, { ...more, retryAfter: retryInterrupted });
  return new AppError(code as ErrorCode, message, more);
}
