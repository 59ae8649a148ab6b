import type { PromptMessage } from '../models/model.ts';
import { effectsOf, messagesOf, type PastMessage } from '../prompts/messages.ts';
import { createWindow } from '../prompts/window.ts';
import { TurnStop } from '../replies/live-reply.ts';
import { partsOf } from '../replies/reply-body.ts';
import { promptText, type Steps } from './step.ts';
import type { TurnRequest, WriterNeeds } from './turn.ts';

/** Past messages that one query reads while the prompt is built. */
const pastRows = 50;

export type Prompt = ReturnType<typeof createPrompt>;

/** The prompt of a reply: the history of the conversation, and the steps so far. */
export function createPrompt(
  { history: before, models }: WriterNeeds,
  { workspace, conversation, question, reads, isRetry }: TurnRequest,
  steps: Steps,
) {
  const { contextTokens } = steps.model.provider;
  const withTools = steps.visible.now().length > 0;
  const budget = { contextTokens, estimate: models.estimate, withTools, reads };
  const history: PastMessage[] = [];
  /** The effects of tools in earlier replies to the same question, which failed or were cancelled. */
  let effects: readonly PromptMessage[] = [];
  const windowWith = (more: readonly PromptMessage[]) =>
    createWindow(promptText(steps.system, steps.visible.now()), { ...budget, steps: [...effects, ...more] });
  let first: readonly PromptMessage[] = [];
  return {
    /** Reads as many of the newest messages as there is room for. Throws a `TurnStop` if they were deleted. */
    read: async (): Promise<void> => {
      if (isRetry === true && withTools)
        effects = effectsOf(await before.earlierReplies(workspace, { conversation, question: question.id }));
      const window = windowWith([]);
      let until = question.createdAt;
      for (;;) {
        const page = await before.past(workspace, { conversation, until, rows: pastRows, withTools });
        history.push(...page);
        if (!page.every(window.take) || page.length < pastRows) break;
        until = (page.at(-1)?.createdAt ?? 0) - 1;
      }
      // The conversation was deleted before the turn was registered, so the deletion found nothing to stop.
      if (history.length === 0) throw new TurnStop('gone');
      first = window.messages();
    },
    /** The messages of the next step. The steps so far are always whole, so older messages make room for them. */
    messages: (): readonly PromptMessage[] => {
      const more = [...messagesOf(partsOf(steps.reply.body())), ...(steps.structured?.correction() ?? [])];
      if (more.length === 0) return first;
      const window = windowWith(more);
      history.every(window.take);
      return window.messages();
    },
  };
}
