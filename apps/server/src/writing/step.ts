import type { PendingCall } from '../calling/tool-calls.ts';
import {
  type FoundPassage,
  ModelError,
  type ModelPart,
  type ModelTool,
  type PromptMessage,
  textOfMessage,
} from '../models/model.ts';
import type { FoundModel } from '../models/models.ts';
import type { Citing, Piece } from '../prompts/citing.ts';
import { separator } from '../prompts/messages.ts';
import type { Structured } from '../prompts/structured/structured.ts';
import type { LiveReply } from '../replies/live-reply.ts';
import { createThoughts } from '../replies/thoughts.ts';
import { createGrowingText } from '../text/growing/growing-text.ts';
import type { Calling } from './calls.ts';
import type { TurnRequest, WriterNeeds } from './turn.ts';

/** A reply under way, with the parts that each of its steps needs. */
export interface Steps extends Calling {
  readonly model: FoundModel;
  readonly system: string;
  readonly passages: readonly FoundPassage[];
  /** Puts citations in the places of the model's markers; undefined if its text stays as it is. */
  readonly citing: Citing | undefined;
  /** Checks the reply by the caller's schema; undefined if it may be any text. */
  readonly structured: Structured | undefined;
}

/** One step of a reply. */
interface Step extends Steps {
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly ModelTool[];
  /** True if the model must not call tools. */
  readonly wordsOnly: boolean;
}

/** The text whose tokens a prompt costs besides its messages. */
export const promptText = (system: string, tools: readonly ModelTool[]) =>
  tools.length === 0 ? system : system + JSON.stringify(shownOf(tools));

/** The definitions as models get them. */
const shownOf = (tools: readonly ModelTool[]): ModelTool[] =>
  tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));

/** Calls the model once and collects what it says. Returns the tools that it called. */
export async function takeStep(
  { models }: WriterNeeds,
  { agent: { temperature }, person }: TurnRequest,
  step: Step,
): Promise<readonly PendingCall[]> {
  const { reply, counted, messages, model, system, passages, citing, tools, wordsOnly } = step;
  const texts = [promptText(system, tools), ...messages.map(textOfMessage)];
  const prompt = texts.reduce((sum, text) => sum + models.estimate(text), 0);
  reply.counts.inputTokens = (reply.counts.inputTokens ?? 0) + prompt;
  const from = reply.text().length;
  counted.heard = createGrowingText();
  const { schema: responseSchema } = step.structured ?? {};
  const request = { system, messages, passages, temperature, responseSchema, person, signal: reply.signal };
  const most = models.limits.answerCharacters;
  const say = (pieces: readonly Piece[] = []) => addPieces(reply, pieces, { from, most });
  const calls: PendingCall[] = [];
  let ignored = false;
  let isSilent = true;
  // While the model begins to answer.
  const prepared = citing?.prepare();
  const parts = models.stream(model, tools.length > 0 ? { ...request, tools: shownOf(tools), wordsOnly } : request);
  const thoughts = createThoughts(reply);
  const takeCall = async (part: Part<'tool-call'>): Promise<void> => {
    say(await citing?.flush());
    ignored = !addCall(step, part, calls) || ignored;
  };
  /** Most parts are text, which needs no promise. */
  const take = (part: Exclude<ModelPart, Part<'reasoning'>>): Promise<void> | undefined => {
    reply.signal.throwIfAborted();
    reply.counts.firstTokenMs ??= Math.round(performance.now() - counted.started);
    counted.hasBegun ||= part.type !== 'end';
    if (part.type === 'tool-call') return takeCall(part);
    if (part.type === 'text') {
      isSilent = false;
      say(hear(step, part.text, most));
    } else if (part.type === 'citation') say([part]);
    else count(step, part, { prompt, estimate: () => models.estimate(heardWith(counted.heard.read(), calls)) });
    return undefined;
  };
  try {
    for await (const part of parts) {
      if (part.type !== 'reasoning') {
        thoughts.flush();
        await prepared;
        const taken = take(part);
        if (taken !== undefined) await taken;
      } else thoughts.take(part.text);
    }
  } finally {
    thoughts.flush();
  }
  reply.signal.throwIfAborted();
  say(await citing?.flush());
  if (ignored && isSilent) throw new ModelError('broken', unasked(step));
  return calls;
}

/** Takes text of the model, and returns what is shown of it. Throws if it says too much, also if that isn't shown. */
function hear({ counted, citing }: Step, text: string, most: number): readonly Piece[] {
  counted.heard.add(text);
  if (citing !== undefined && counted.heard.length() > most) throw tooLong(most);
  return citing?.push(text) ?? [{ text }];
}

const unasked = ({ wordsOnly }: Step) =>
  wordsOnly ? 'it called tools in its last step instead of answering' : 'it called tools, but it has no tools';

/** Adds what a step says: text, and citations at their places. */
export function addPieces(
  reply: LiveReply,
  pieces: readonly Piece[],
  { from, most }: { readonly from: number; readonly most: number },
): void {
  for (const piece of pieces) {
    if ('citation' in piece) reply.add({ type: 'citation', citation: piece.citation });
    else append(reply, { text: piece.text, from }, most);
  }
}

/** Adds text of a step. The text of a further step is a paragraph of its own. */
function append(reply: LiveReply, { text, from }: { text: string; from: number }, most: number): void {
  const said = reply.text();
  const isNext = from > 0 && said.length === from && !/\s$/.test(said) && !/^\s/.test(text);
  const more = isNext ? separator + text : text;
  const room = most - said.length;
  reply.append(more.slice(0, room));
  if (more.length > room) throw tooLong(most);
}

const tooLong = (most: number) => new ModelError('broken', `its reply has more than ${most} characters`);

/** Adds a call; false if the model could not make it. Then the reply is what it says besides. */
function addCall({ reply, tools, toolCalls, wordsOnly }: Step, part: Part<'tool-call'>, calls: PendingCall[]): boolean {
  if (tools.length === 0 || wordsOnly) return false;
  const call = toolCalls.read(part.call, calls.length);
  calls.push(call);
  reply.add(call.part);
  return true;
}

type Part<Type> = Extract<ModelPart, { readonly type: Type }>;

/** Adds the usage of a step that has ended, whose prompt was estimated before. */
function count(
  { reply, counted }: Step,
  { finishReason, usage }: Part<'end'>,
  { prompt, estimate }: { prompt: number; estimate: () => number },
): void {
  if (usage.inputTokens !== undefined)
    reply.counts.inputTokens = (reply.counts.inputTokens ?? prompt) - prompt + usage.inputTokens;
  counted.outputTokens += usage.outputTokens ?? estimate();
  counted.finishReason = finishReason;
  counted.heard = createGrowingText();
}

const heardWith = (heard: string, calls: readonly PendingCall[]) =>
  [heard, ...calls.map(({ part }) => JSON.stringify(part.arguments))].join('');
