import {
  ModelError,
  type ModelPart,
  type ModelTool,
  type PromptMessage,
  textOfMessage,
} from '../../../models/model.ts';
import type { FoundModel } from '../../../models/models.ts';
import type { LiveReply } from './live-reply.ts';
import { separator } from './prompt-messages.ts';
import type { PendingCall, ToolCalls } from './tool-calls.ts';
import type { RunNeeds, TurnRequest, Writing } from './turn.ts';

/** A reply under way: what each of its steps needs. */
export interface Steps extends Writing {
  readonly model: FoundModel;
  readonly system: string;
  readonly tools: readonly ModelTool[];
  readonly toolCalls: ToolCalls;
}

/** One step of a reply. */
interface Step extends Steps {
  readonly messages: readonly PromptMessage[];
  /** Whether the model must not call tools. */
  readonly wordsOnly: boolean;
}

/** The text whose tokens a prompt costs besides its messages. */
export const promptText = (system: string, tools: readonly ModelTool[]) =>
  tools.length === 0 ? system : system + JSON.stringify(tools);

/** Calls the model once and collects what it says. Returns the tools that it called. */
export async function takeStep(
  { models }: RunNeeds,
  { agent: { id: agent, temperature } }: TurnRequest,
  step: Step,
): Promise<readonly PendingCall[]> {
  const { reply, counted, messages, model, system, tools, wordsOnly } = step;
  const before = reply.counts.inputTokens ?? 0;
  const texts = [promptText(system, tools), ...messages.map(textOfMessage)];
  reply.counts.inputTokens = before + texts.reduce((sum, text) => sum + models.estimate(text), 0);
  const from = reply.text().length;
  counted.stepFrom = from;
  const request = { system, messages, temperature, agent, signal: reply.signal };
  const calls: PendingCall[] = [];
  let ignored = false;
  for await (const part of models.stream(model, tools.length > 0 ? { ...request, tools, wordsOnly } : request)) {
    reply.signal.throwIfAborted();
    reply.counts.firstTokenMs ??= Math.round(performance.now() - counted.started);
    if (part.type === 'text') append(reply, { text: part.text, from }, models.limits.answerCharacters);
    else if (part.type === 'citation') reply.add({ type: 'citation', citation: part.citation });
    else if (part.type === 'tool-call') ignored = !addCall(step, part, calls) || ignored;
    else count(step, part, { before, estimate: () => models.estimate(saidIn(reply, from, calls)) });
  }
  reply.signal.throwIfAborted();
  if (ignored && reply.text().length === from) throw new ModelError('broken', unasked(step));
  return calls;
}

const unasked = ({ wordsOnly }: Step) =>
  wordsOnly ? 'it called tools in its last step instead of answering' : 'it called tools, of which it has none';

/** Adds text of a step. The text of a further step is a paragraph of its own. */
function append(reply: LiveReply, { text, from }: { text: string; from: number }, most: number): void {
  const said = reply.text();
  const isNext = from > 0 && said.length === from && !/\s$/.test(said) && !/^\s/.test(text);
  const more = isNext ? separator + text : text;
  const room = most - said.length;
  reply.append(more.slice(0, room));
  if (more.length > room) throw new ModelError('broken', `its reply has more than ${most} characters`);
}

/** Adds a call; false if the model could not make it. Then the reply is what it says besides. */
function addCall({ reply, tools, toolCalls, wordsOnly }: Step, part: Part<'tool-call'>, calls: PendingCall[]): boolean {
  if (tools.length === 0 || wordsOnly) return false;
  const call = toolCalls.read(part.call, calls.length);
  calls.push(call);
  reply.add(call.part);
  return true;
}

type Part<Type> = Extract<ModelPart, { readonly type: Type }>;

/** Adds the usage of a step that has ended. */
function count(
  { reply, counted }: Step,
  { finishReason, usage }: Part<'end'>,
  { before, estimate }: { before: number; estimate: () => number },
): void {
  if (usage.inputTokens !== undefined) reply.counts.inputTokens = before + usage.inputTokens;
  counted.outputTokens += usage.outputTokens ?? estimate();
  counted.finishReason = finishReason;
  counted.stepFrom = undefined;
}

const saidIn = (reply: LiveReply, from: number, calls: readonly PendingCall[]) =>
  [reply.text().slice(from), ...calls.map(({ part }) => JSON.stringify(part.arguments))].join('');
