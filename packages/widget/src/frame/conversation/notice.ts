import { isEnglish, type Texts } from '../texts.ts';
import type { ChatError } from './client.ts';

/** Returns a sentence about a refused request in the visitor's language. The service's own are in English. */
export function noticeOf({ status, code, message }: ChatError, texts: Texts): string {
  if (status === 0) return texts.unreachableTitle;
  // The owner of the channel may have written this one.
  if (code === 'channel_limit_reached') return message === code ? texts.limitReached : message;
  if (code === 'too_many_mails') return texts.transcriptLimit;
  if (isEnglish()) return message;
  return code === 'rate_limited' || code === 'too_many_concurrent' ? texts.busy : texts.problem;
}
