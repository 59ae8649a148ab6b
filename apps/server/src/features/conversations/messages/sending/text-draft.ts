import { invalid } from '../../../../errors.ts';
import type { WithContent } from '../../../../replies/schemas/message.ts';

/** Returns a draft with its text as `content`. Throws `validation_failed` if it has none, or two that differ. */
export function withContent<Draft extends { readonly content?: string; readonly message?: string }>(
  draft: Draft,
): WithContent<Draft> {
  const { content, message, ...rest } = draft;
  const given = content ?? message;
  if (given === undefined) throw invalid([{ path: 'content', message: 'is required' }]);
  if (message !== undefined && message !== given) {
    throw invalid([{ path: 'message', message: 'must equal content, or be left out' }]);
  }
  return { ...rest, content: given };
}
