import type { PromptMessage, SpokenMessage } from './model.ts';

/**
 * Joins consecutive messages of the same role, which occur after a failed reply or a takeover. The templates of many
 * open models refuse prompts whose roles don't alternate.
 */
export function alternateRoles(messages: readonly PromptMessage[]): PromptMessage[] {
  const joined: PromptMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last !== undefined && canJoin(last, message)) joined[joined.length - 1] = join(last, message as SpokenMessage);
    else joined.push(message);
  }
  return joined;
}

/** A message with calls is followed by their results. */
const canJoin = (last: PromptMessage, message: PromptMessage): last is SpokenMessage =>
  last.role !== 'tool' && last.role === message.role && last.calls === undefined;

const join = (last: SpokenMessage, { content, ...message }: SpokenMessage): SpokenMessage => ({
  ...message,
  content: content === '' ? last.content : `${last.content}\n\n${content}`,
});
