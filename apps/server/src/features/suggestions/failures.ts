import { AppError } from '../../errors.ts';

/** The errors of suggestions. */
export const failures = {
  noAgent: () => new AppError('agent_not_found', 'There is no such agent.'),
  noMessage: () => new AppError('message_not_found', 'There is no such message in the conversation.'),
  inactive: () =>
    new AppError('agent_inactive', 'The agent is inactive, so it suggests nothing.', {
      hint: 'Set its status to active.',
    }),
  nothingSaid: () => new AppError('conversation_empty', 'The user has written nothing yet.'),
  onlyQuotes: (model: string) =>
    new AppError('provider_not_configured', `${model} only repeats what others wrote: it can’t sum up or translate.`, {
      hint: 'Give the agent a model of a provider, or a fallback model.',
    }),
};
