import type { ErrorCode } from '../../../../errors.ts';
import { quoteOf } from '../../../../models/failure.ts';
import { ModelError, type ModelErrorKind } from '../../../../models/model.ts';
import { TurnStop } from '../../../../replies/live-reply.ts';
import type { MessageError } from '../../messages/error-schema.ts';

/** End of a turn. */
export interface Ended {
  readonly status: 'complete' | 'failed' | 'cancelled';
  readonly error: MessageError | null;
  /** Set if it isn't the model's own. */
  readonly finishReason?: string;
}

/** The turn pauses: its reply waits for a decision about a call, or for the result of one. */
export class TurnPause extends Error {
  constructor() {
    super('The reply waits.');
    this.name = 'TurnPause';
  }
}

/** The error of a reply whose process ended before its turn did. */
export const interrupted: MessageError = {
  code: 'interrupted',
  message: 'The reply was interrupted: the server stopped.',
};

const codes: Readonly<Record<ModelErrorKind, ErrorCode>> = {
  not_configured: 'provider_not_configured',
  refused: 'provider_error',
  unreachable: 'provider_error',
  broken: 'provider_error',
  timeout: 'provider_timeout',
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

/** Returns what a message says about the failure of a model. */
export function messageErrorOf({ kind, reason, status, message, told }: ModelError, model: string): MessageError {
  const providerMessage = told && quoteOf(told);
  return {
    ...{ code: reason === 'schema_mismatch' ? 'response_schema_mismatch' : codes[kind] },
    ...{ message: `The model ${model} did not complete its reply: ${message}.`, reason },
    ...(status !== undefined && { providerStatus: status }),
    ...(providerMessage !== undefined && { providerMessage }),
  };
}
