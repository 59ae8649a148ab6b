import { type AgentHandover, aidLimits } from '../calling/aids.ts';
import { createToolCalls, type ToolCalls } from '../calling/tool-calls.ts';
import { createVisibleTools } from '../calling/visible-tools.ts';
import { ModelError } from '../models/model.ts';
import type { FoundModel } from '../models/models.ts';
import { attachmentRule } from '../prompts/attachments.ts';
import { createStructured } from '../prompts/structured/structured.ts';
import { visitorPrompt } from '../prompts/visitor.ts';
import { partsOf } from '../replies/reply-body.ts';
import { createAnsweringModels } from './answering-models.ts';
import { type Calling, type CallingTurn, runCalls, type Settled, settleCalls } from './calls.ts';
import { createContext, randomCode } from './gather.ts';
import { createPrompt, type Prompt } from './prompt.ts';
import { addPieces, type Steps, takeStep } from './step.ts';
import type { TurnRequest, WriterNeeds, Writing } from './turn.ts';

/** Characters of tool calls and results for each token of the model's context: they take up to half of it. */
const toolCharactersPerToken = 1.5;

/**
 * Writes a reply in up to 8 steps: the model speaks and calls tools; their results go into the prompt of the next step.
 * The reply ends with the first step without a call. One that has waited goes on with its calls. Throws the model's
 * failure, the `TurnStop`, or a `TurnPause`.
 */
export async function writeReply(needs: WriterNeeds, request: TurnRequest, writing: Writing): Promise<void> {
  const { reply, counted } = writing;
  let next = await writeAs(needs, request, writing);
  while (next !== undefined) {
    const { step, handover } = next;
    counted.agent = handover.to;
    counted.handovers += 1;
    const fallbacks = reply.fallen()?.fallbacks ?? [];
    reply.fallBack({ model: handover.to.model, fallbacks });
    next = await writeAs(needs, { ...request, agent: handover.to, resumed: undefined }, { ...writing, after: step });
  }
}

/** A reply that another agent goes on with after a step. */
interface HandedOver {
  readonly step: number;
  readonly handover: AgentHandover;
}

/** Writes a reply as the agent of a request, after a step of another one, until it ends or is handed over. */
async function writeAs(
  needs: WriterNeeds,
  request: TurnRequest,
  { after = 0, ...writing }: Writing & { readonly after?: number },
): Promise<HandedOver | undefined> {
  const { reply, counted } = writing;
  const { aids } = needs;
  const visible = createVisibleTools((await aids?.toolsOf?.(request.agent)) ?? [], partsOf(reply.body()));
  const calling = { ...writing, visible, toolCalls: callsOf(needs, request, { ...writing, visible }) };
  const { step: done, handover: early } = await goOn({ needs, request, calling }, after);
  if (early !== undefined) return { step: done, handover: early };
  const limits = { ...aidLimits, ...aids?.limits };
  const structured = request.responseSchema && createStructured(request.responseSchema);
  const prepare = createPreparation(needs, request, { ...calling, structured });
  const models = createAnsweringModels(needs, request, writing);
  for (let step = done + 1; ; step += 1) {
    const [tools, wordsOnly] = [visible.now(), step >= limits.steps];
    const { steps, calls } = await models.take(async (model) => {
      const { prompt, ...prepared } = await prepare(model);
      // A model that nothing supports isn't asked, unless it can do something besides.
      if (prepared.steps.citing?.isClosed === true && tools.length === 0) return { ...prepared, calls: [] };
      const messages = prompt.messages();
      structured?.startStep();
      return { ...prepared, calls: await takeStep(needs, request, { ...prepared.steps, tools, messages, wordsOnly }) };
    });
    const handover = calls.length > 0 ? await runCalls({ needs, request, calling }, calls, step) : undefined;
    if (handover !== undefined) return { step, handover };
    if (calls.length === 0 && (structured?.accept() ?? true)) {
      finish(needs, steps);
      return undefined;
    }
    if (performance.now() - counted.started > limits.stepsMs)
      throw new ModelError('timeout', 'its steps took too long');
  }
}

/** Takes up a reply that has waited, or was handed over. Approved calls run, even if the model is gone. */
async function goOn(turn: CallingTurn, after: number): Promise<Settled> {
  const { request, calling } = turn;
  if (request.resumed !== undefined) return settleCalls(turn);
  if (after > 0) calling.toolCalls.resume(partsOf(calling.reply.body()));
  return { step: after, handover: undefined };
}

/** The needs of the steps of a reply, made for the model that answers. */
interface Prepared {
  readonly steps: Steps;
  readonly prompt: Prompt;
}

/** Creates the function that prepares the steps of a reply for a model: its context, its system prompt, its room. */
function createPreparation(
  needs: WriterNeeds,
  request: TurnRequest,
  { structured, ...calling }: Calling & Pick<Steps, 'structured'>,
): (model: FoundModel) => Promise<Prepared> {
  const contextFor = createContext(needs, request);
  const facts = request.visitor;
  const visitor = facts === undefined ? '' : visitorPrompt(facts, (needs.aids?.newCode ?? randomCode)());
  const rule = attachmentRule(request.question.content);
  let prepared: Prepared | undefined;
  return async (model) => {
    if (prepared?.steps.model === model) return prepared;
    const context = await contextFor({ ...calling, model });
    const { text, passages } = context;
    const citing = structured?.citing ?? context.citing;
    calling.counted.context = context;
    const { systemPrompt } = request.agent;
    const system = [systemPrompt, visitor, rule, text, structured?.instruction ?? '']
      .filter((each) => each !== '')
      .join('\n\n');
    calling.toolCalls.fit(toolRoom(needs, model.provider.contextTokens));
    const steps = { ...calling, structured, model, system, passages, citing };
    const prompt = createPrompt(needs, request, steps);
    if (citing?.isClosed !== true || calling.visible.now().length > 0) await prompt.read();
    prepared = { steps, prompt };
    return prepared;
  };
}

/** Reads and runs the calls of a reply. */
function callsOf(
  { aids, onError }: WriterNeeds,
  { workspace, conversation, agent, actor, user }: TurnRequest,
  { reply, counted, visible: tools }: Pick<Calling, 'reply' | 'counted' | 'visible'>,
): ToolCalls {
  const limits = { ...aidLimits, ...aids?.limits };
  const turn = { workspace, conversation, agent, actor, user, signal: reply.signal, handovers: counted.handovers };
  return createToolCalls({
    ...{ runTool: aids?.runTool, newId: aids?.calls?.newId, tools, limits, turn, replyId: reply.id, onError },
  });
}

/** Adds what follows a whole reply: citations of a reply without markers, or the refusal of one that had no support. */
function finish({ models }: WriterNeeds, { reply, citing }: Steps): void {
  const from = reply.text().length;
  addPieces(reply, citing?.finish(reply.text()) ?? [], { from, most: models.limits.answerCharacters });
}

/** Max characters of all calls and results of a reply: they must leave room in the model's context. */
const toolRoom = ({ aids }: WriterNeeds, contextTokens: number): number =>
  Math.min(aids?.limits?.toolCharacters ?? aidLimits.toolCharacters, contextTokens * toolCharactersPerToken);
