import type { ErrorCode } from '../../../errors.ts';
import { ModelError, type ModelErrorKind } from '../../../models/model.ts';
import type { MessageError } from '../messages/schema.ts';
import { TurnStop } from './live-reply.ts';

/** How a turn ended. */
export interface Ended {
  readonly status: 'complete' | 'failed' | 'cancelled';
  readonly error: MessageError | null;
  /** Where it isn't the model's own. */
  readonly finishReason?: string;
}

/** What an answer fails with that nobody finished: its process ended. */
export const interrupted: MessageError = {
  code: 'interrupted',
  message: 'The answer was interrupted: the server ended.',
};

const codes: Readonly<Record<ModelErrorKind, ErrorCode>> = {
  not_configured: 'provider_not_configured',
  refused: 'provider_error',
  unreachable: 'provider_error',
  broken: 'provider_error',
  timeout: 'provider_timeout',
};

/** What a turn comes to that didn't finish; `gone` where there is nothing left to store it in. */
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
  const { kind, status, message } = error;
  const sentence = `The model ${model} gave no whole answer: ${message}.`;
  return {
    status: 'failed',
    finishReason: 'error',
    error: { code: codes[kind], message: sentence, ...(status !== undefined && { providerStatus: status }) },
  };
}
