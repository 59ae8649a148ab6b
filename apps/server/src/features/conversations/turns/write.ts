import { aidLimits } from '../../../calling/aids.ts';
import { createToolCalls, type ToolCalls } from '../../../calling/tool-calls.ts';
import { createVisibleTools } from '../../../calling/visible-tools.ts';
import { ModelError, type PromptMessage } from '../../../models/model.ts';
import type { FoundModel } from '../../../models/models.ts';
import { attachmentRule } from '../../../prompts/attachments.ts';
import { effectsOf, messagesOf, type PastMessage } from '../../../prompts/messages.ts';
import { visitorPrompt } from '../../../prompts/visitor.ts';
import { createWindow } from '../../../prompts/window.ts';
import { TurnStop } from '../../../replies/live-reply.ts';
import { partsOf } from '../../../replies/reply-body.ts';
import { type Calling, runCalls, settleCalls } from './calls.ts';
import { gatherContext, randomCode } from './gather.ts';
import { earlierReplies, past } from './prompt-store.ts';
import { addPieces, promptText, type Steps, takeStep } from './step.ts';
import type { RunNeeds, TurnRequest, Writing } from './turn.ts';

/** Past messages that one query reads while the prompt is built. */
const pastRows = 50;

/** Characters of tool calls and results for each token of the model's context: they take up to half of it. */
const toolCharactersPerToken = 1.5;

/**
 * Writes a reply in up to 8 steps: the model speaks and calls tools; their results go into the prompt of the next step.
 * The reply ends with the first step without a call. One that has waited goes on with its calls. Throws the model's
 * failure, the `TurnStop`, or a `TurnPause`.
 */
export async function writeReply(needs: RunNeeds, request: TurnRequest, writing: Writing): Promise<void> {
  const { reply, counted } = writing;
  const { agent } = request;
  const { aids } = needs;
  const model = await needs.models.find(agent.model);
  const offered = (await aids?.toolsOf?.(agent)) ?? [];
  const visible = createVisibleTools(offered, partsOf(reply.body()));
  const calling = { ...writing, visible, toolCalls: callsOf(needs, request, { reply, visible, model }) };
  // What was approved runs, even if the model is gone.
  const done = request.resumed === undefined ? 0 : await settleCalls({ needs, request, calling });
  if (model === undefined) throw new ModelError('not_configured', 'no configured provider has it');
  const context = await gatherContext(needs, request, { ...writing, model });
  const { text, passages, citing } = context;
  counted.context = context;
  const visitor = request.visitor === undefined ? '' : visitorPrompt(request.visitor, (aids?.newCode ?? randomCode)());
  const rule = attachmentRule(request.question.content);
  const system = [agent.systemPrompt, visitor, rule, text].filter((text) => text !== '').join('\n\n');
  const steps = { ...calling, model, system, passages, citing };
  // A model that nothing supports isn't asked, unless it can do something besides.
  if (citing?.isClosed === true && offered.length === 0) return finish(needs, steps);
  const prompt = createPrompt(needs, request, steps);
  await prompt.read();
  const limits = { ...aidLimits, ...aids?.limits };
  for (let step = done + 1; ; step += 1) {
    const [tools, wordsOnly] = [visible.now(), step >= limits.steps];
    const calls = await takeStep(needs, request, { ...steps, tools, messages: prompt.messages(), wordsOnly });
    if (calls.length === 0) return finish(needs, steps);
    await runCalls({ needs, request, calling }, calls, step);
    if (performance.now() - counted.started > limits.stepsMs)
      throw new ModelError('timeout', 'its steps took too long');
  }
}

/** Reads and runs the calls of a reply, whose results must leave room in the model's context. */
function callsOf(
  { aids, onError }: RunNeeds,
  { workspace, conversation, agent, actor, user }: TurnRequest,
  { reply, visible: tools, model }: Pick<Calling, 'reply' | 'visible'> & { readonly model: FoundModel | undefined },
): ToolCalls {
  const all = { ...aidLimits, ...aids?.limits };
  const contextTokens = model?.provider.contextTokens ?? Number.POSITIVE_INFINITY;
  const limits = { ...all, toolCharacters: Math.min(all.toolCharacters, contextTokens * toolCharactersPerToken) };
  const turn = { workspace, conversation, agent, actor, user, signal: reply.signal };
  return createToolCalls({
    ...{ runTool: aids?.runTool, newId: aids?.calls?.newId, tools, limits, turn, replyId: reply.id, onError },
  });
}

/** Adds what follows a whole reply: citations of a reply without markers, or the refusal of one that had no support. */
function finish({ models }: RunNeeds, { reply, citing }: Steps): void {
  const from = reply.text().length;
  addPieces(reply, citing?.finish(reply.text()) ?? [], { from, most: models.limits.answerCharacters });
}

/** The prompt of a reply: the history of the conversation, and the steps so far. */
function createPrompt(
  { db, models }: RunNeeds,
  { workspace, conversation, question, reads, isRetry }: TurnRequest,
  steps: Steps,
) {
  const { contextTokens } = steps.model.provider;
  const withTools = steps.visible.now().length > 0;
  const budget = { contextTokens, estimate: models.estimate, withTools, reads };
  const history: PastMessage[] = [];
  /** What tools did in earlier replies to the same question, which failed or were cancelled. */
  let effects: readonly PromptMessage[] = [];
  const windowWith = (more: readonly PromptMessage[]) =>
    createWindow(promptText(steps.system, steps.visible.now()), { ...budget, steps: [...effects, ...more] });
  let first: readonly PromptMessage[] = [];
  return {
    /** Reads as many of the newest messages as there is room for. Throws a `TurnStop` if they were deleted. */
    read: async (): Promise<void> => {
      if (isRetry === true && withTools)
        effects = effectsOf(await earlierReplies(db, workspace, { conversation, question: question.id }));
      const window = windowWith([]);
      let until = question.createdAt;
      for (;;) {
        const page = await past(db, workspace, { conversation, until, rows: pastRows, withTools });
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
      const more = messagesOf(partsOf(steps.reply.body()));
      if (more.length === 0) return first;
      const window = windowWith(more);
      history.every(window.take);
      return window.messages();
    },
  };
}
