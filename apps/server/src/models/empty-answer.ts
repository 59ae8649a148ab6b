import { ModelError, type ModelPart, type PromptMessage } from './model.ts';

/** Creates a check of an answer, part by part, that it isn't blank: its user would read nothing. */
export function createAnswerCheck(messages: readonly PromptMessage[]) {
  let isBlank = true;
  let hasThoughts = false;
  let finishReason = '';
  return {
    see: (part: ModelPart): void => {
      if (part.type === 'end') ({ finishReason } = part);
      else if (part.type === 'reasoning') hasThoughts = true;
      else if (part.type !== 'text' || part.text.trim() !== '') isBlank = false;
    },
    /** Throws a `ModelError` if an answer that has ended is blank. A step after the first one may add nothing. */
    expectContent: (): void => {
      if (!isBlank || hasSpoken(messages)) return;
      const what = hasThoughts ? 'it only thought and gave no answer' : 'its answer is empty';
      const why = finishReason === 'length' ? ', because it reached its limit of tokens' : '';
      throw new ModelError('broken', what + why);
    },
  };
}

/** True if the model has said something since the last message of the user. */
const hasSpoken = (messages: readonly PromptMessage[]): boolean =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
    .some((message) => message.role === 'assistant' && message.content.trim() !== '');
