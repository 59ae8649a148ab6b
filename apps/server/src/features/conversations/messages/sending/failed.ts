import type { AppError, ErrorDetail, FailedExchange } from '../../../../errors.ts';
import { adviceOf } from '../../../../models/failure-advice.ts';
import { failureError } from '../../../../replies/failure-error.ts';
import type { Message } from '../../../../replies/schemas/message.ts';
import type { StoredMessage } from '../store.ts';

/** Returns the error of a request whose turn failed: it names what is stored, what the provider said, and the reason. */
export function failureOf({ json }: StoredMessage, failed: FailedExchange): AppError {
  const { error } = JSON.parse(json) as Message;
  const { code = 'interrupted', message = 'The reply failed.', providerStatus, providerMessage, reason } = error ?? {};
  const details: ErrorDetail[] = [{ path: 'reply', message: failed.reply }];
  if (providerStatus !== undefined) details.push({ path: 'providerStatus', message: String(providerStatus) });
  if (providerMessage !== undefined) details.push({ path: 'providerMessage', message: providerMessage });
  if (reason !== undefined) details.push({ path: 'reason', message: reason });
  const help = reason && adviceOf(reason);
  const hint = `The message is stored; its reply can be retried.${help === undefined ? '' : ` ${help}`}`;
  return failureError({ code, message }, { failed, details, hint });
}
