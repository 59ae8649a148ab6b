import { ModelError } from '../../../../models/model.ts';
import { TurnStop } from '../../../../replies/live-reply.ts';
import type { MessageError } from '../../../../replies/message-error.ts';
import { messageErrorOf } from '../../../../writing/failure-report.ts';

/** End of a turn. */
export interface Ended {
  readonly status: 'complete' | 'failed' | 'cancelled';
  readonly error: MessageError | null;
  /** Set if it isn't the model's own. */
  readonly finishReason?: string;
}

/** The error of a reply whose process ended before its turn did. */
export const interrupted: MessageError = {
  code: 'interrupted',
  message: 'The reply was interrupted: the server stopped.',
};

/** Returns how a turn that threw ends; `gone` if the reply was deleted or ended elsewhere, so nothing is stored. */
export function endingOf(error: unknown, model: string): Ended | 'gone' {
  if (error instanceof TurnStop) {
    if (error.why === 'gone') return 'gone';
    if (error.why === 'cancelled') return { status: 'cancelled', finishReason: 'cancelled', error: null };
    return { status: 'failed', finishReason: 'interrupted', error: interrupted };
  }
  if (!(error instanceof ModelError)) {
    const ours = { code: 'internal_error', message: 'Something went wrong on our side.' };
    return { status: 'failed', finishReason: 'error', error: ours };
  }
  return { status: 'failed', finishReason: 'error', error: messageErrorOf(error, model) };
}
