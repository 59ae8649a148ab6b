import { ModelError, type PromptMessage } from '../../../models/model.ts';
import type { FoundModel } from '../../../models/models.ts';
import { attachmentRule } from '../../../prompts/attachments.ts';
import type { PastMessage } from '../../../prompts/messages.ts';
import { messagesOf } from '../../../prompts/messages.ts';
import { createStructured } from '../../../prompts/structured/structured.ts';
import { visitorPrompt } from '../../../prompts/visitor.ts';
import { createWindow } from '../../../prompts/window.ts';
import { TurnStop } from '../../../replies/live-reply.ts';
import { partsOf } from '../../../replies/reply-body.ts';
import { retryUnavailable } from './ending/unavailable.ts';
import { createContext, randomCode } from './gather.ts';
import { createAnsweringModels } from './models/answering-models.ts';
import { past } from './prompt-store.ts';
import { addPieces, promptText, type Steps, takeStep } from './step.ts';
import { aidLimits } from './tools/aids.ts';
import { createToolCalls, type PendingCall } from './tools/tool-calls.ts';
import type { RunNeeds, TurnRequest, Writing } from './turn.ts';

/** Past messages that one query reads while the prompt is built. */
const pastRows = 50;

/** Characters of tool calls and results for each token of the model's context: they take up to half of it. */
const toolCharactersPerToken = 1.5;

/**
 * Writes a reply in up to 8 steps: the model speaks and calls tools; their results go into the prompt of the next step.
 * The reply ends with the first step without a call. Throws the model's failure, or the `TurnStop`.
 */
export async function writeReply(needs: RunNeeds, request: TurnRequest, writing: Writing): Promise<void> {
  const { counted } = writing;
  const { workspace, conversation, agent, actor } = request;
  const tools = (await needs.aids?.toolsOf?.(agent)) ?? [];
  const limits = { ...aidLimits, ...needs.aids?.limits };
  const turn = { workspace, conversation, agent, actor, signal: writing.reply.signal };
  const { aids, onError } = needs;
  const names = new Set(tools.map(({ name }) => name));
  const toolCalls = createToolCalls({
    names,
    limits,
    turn,
    replyId: writing.reply.id,
    runTool: aids?.runTool,
    onError,
  });
  const structured = request.responseSchema && createStructured(request.responseSchema);
  const prepare = createPreparation(needs, request, { ...writing, tools, toolCalls, structured });
  const models = createAnsweringModels(needs, request, writing);
  for (let step = 1; ; step += 1) {
    const wordsOnly = step >= limits.steps;
    const { steps, calls } = await models.take(async (model) => {
      const { prompt, ...prepared } = await prepare(model);
      // A model that nothing supports isn't asked, unless it can do something besides.
      if (prepared.steps.citing?.isClosed === true && tools.length === 0) return { ...prepared, calls: [] };
      const messages = prompt.messages();
      structured?.startStep();
      return { ...prepared, calls: await takeStep(needs, request, { ...prepared.steps, messages, wordsOnly }) };
    });
    if (calls.length > 0) await runCalls(needs, steps, calls);
    else if (structured?.accept() ?? true) return finish(needs, steps);
    if (performance.now() - counted.started > limits.stepsMs)
      throw new ModelError('timeout', 'its steps took too long');
  }
}

/** What the steps of a reply need, made for the model that answers. */
interface Prepared {
  readonly steps: Steps;
  readonly prompt: ReturnType<typeof createPrompt>;
}

/** Creates the function that prepares the steps of a reply for a model: its context, its system prompt, its room. */
function createPreparation(
  needs: RunNeeds,
  request: TurnRequest,
  { structured, ...writing }: Writing & Pick<Steps, 'tools' | 'toolCalls' | 'structured'>,
): (model: FoundModel) => Promise<Prepared> {
  const contextFor = createContext(needs, request);
  const facts = request.visitor;
  const visitor = facts === undefined ? '' : visitorPrompt(facts, (needs.aids?.newCode ?? randomCode)());
  const rule = attachmentRule(request.question.content);
  let prepared: Prepared | undefined;
  return async (model) => {
    if (prepared?.steps.model === model) return prepared;
    const context = await contextFor({ ...writing, model });
    const { text, passages } = context;
    const citing = structured?.citing ?? context.citing;
    writing.counted.context = context;
    const { systemPrompt } = request.agent;
    const system = [systemPrompt, visitor, rule, text, structured?.instruction ?? '']
      .filter((each) => each !== '')
      .join('\n\n');
    writing.toolCalls.fit(toolRoom(needs, model.provider.contextTokens));
    const steps = { ...writing, structured, model, system, passages, citing };
    const prompt = createPrompt(needs, request, steps);
    if (citing?.isClosed !== true || writing.tools.length > 0) await prompt.read();
    prepared = { steps, prompt };
    return prepared;
  };
}

/** Adds what follows a whole reply: citations of a reply without markers, or the refusal of one that had no support. */
function finish({ models }: RunNeeds, { reply, citing }: Steps): void {
  const from = reply.text().length;
  addPieces(reply, citing?.finish(reply.text()) ?? [], { from, most: models.limits.answerCharacters });
}

/** Max characters of all calls and results of a reply: they must leave room in the model's context. */
const toolRoom = ({ aids }: RunNeeds, contextTokens: number): number =>
  Math.min(aids?.limits?.toolCharacters ?? aidLimits.toolCharacters, contextTokens * toolCharactersPerToken);

/** Runs the calls of a step. They are stored before they run, and their results before the model sees them. */
async function runCalls({ checkpoint }: RunNeeds, { reply, toolCalls }: Steps, calls: readonly PendingCall[]) {
  const store = async () => {
    await retryUnavailable(() => checkpoint(reply), reply.delay);
    reply.signal.throwIfAborted();
  };
  await store();
  await toolCalls.run(calls, reply.add);
  reply.signal.throwIfAborted();
  await store();
}

/** The prompt of a reply: the history of the conversation, and the steps so far. */
function createPrompt(
  { db, models }: RunNeeds,
  { workspace, conversation, question, reads }: TurnRequest,
  steps: Steps,
) {
  const { contextTokens } = steps.model.provider;
  const budget = { contextTokens, estimate: models.estimate, withTools: steps.tools.length > 0, reads };
  const windowWith = (more: readonly PromptMessage[]) =>
    createWindow(promptText(steps.system, steps.tools), { ...budget, steps: more });
  const history: PastMessage[] = [];
  let first: readonly PromptMessage[] = [];
  return {
    /** Reads as many of the newest messages as there is room for. Throws a `TurnStop` if they were deleted. */
    read: async (): Promise<void> => {
      const window = windowWith([]);
      let until = question.createdAt;
      for (;;) {
        const page = await past(db, workspace, { conversation, until, rows: pastRows });
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
