import { randomBytes } from 'node:crypto';
import { aidLimits, runAid } from '../calling/aids.ts';
import type { FoundPassage } from '../models/model.ts';
import type { FoundModel } from '../models/models.ts';
import { createCiting } from '../prompts/citing.ts';
import { createGroundedCiting } from '../prompts/grounded.ts';
import { createModelJudge } from '../prompts/judging/model-judge.ts';
import { nothingFound, promptOf } from '../prompts/passages.ts';
import { storable } from '../replies/live-reply.ts';
import { withoutUnread } from '../text/questions/unread-lines.ts';
import type { Context } from './context.ts';
import type { TurnRequest, WriterNeeds, Writing } from './turn.ts';

const nothing: Context = { text: '', passages: [], citing: undefined, failed: false };

/** The share of a model's context that gathered passages may take. */
const contextShare = 0.25;

/** A reply that is being written, and the model that answers. */
interface Answering extends Writing {
  readonly model: FoundModel;
}

/** The passages that were found for a question; `failed` if gathering them failed. */
type Found = Pick<Context, 'passages' | 'failed'>;

/**
 * Creates the function that returns the context of a reply for the model that answers. Gathers once; if that fails or
 * takes too long, the reply goes on without context, and the error is reported.
 */
export function createContext(needs: WriterNeeds, request: TurnRequest): (answering: Answering) => Promise<Context> {
  const { aids, onError } = needs;
  const { agent } = request;
  let found: Found | undefined;

  const gather = async (stop: AbortSignal): Promise<Found> => {
    const mayGather = aids?.gather !== undefined && (aids.mayGather?.(agent) ?? true);
    return { passages: mayGather ? await gathered(needs, request, stop) : [], failed: false };
  };

  return async (answering) => {
    const { reply } = answering;
    if (aids?.gather === undefined && agent.answerMode !== 'grounded') return nothing;
    try {
      found ??= await gather(reply.signal);
      return contextOf(needs, request, { ...answering, ...found });
    } catch (cause) {
      reply.signal.throwIfAborted();
      onError(new Error(`The reply ${reply.id} of ${agent.id} goes on without gathered context.`, { cause }));
      found = { passages: [], failed: true };
      return contextOf(needs, request, { ...answering, ...found });
    }
  };
}

/** Asks the aid, within its time. */
async function gathered({ aids, history }: WriterNeeds, { question, ...request }: TurnRequest, stop: AbortSignal) {
  const { workspace, conversation, agent, actor } = request;
  const limits = { ...aidLimits, ...aids?.limits };
  const before = question.createdAt;
  return runAid(stop, limits.gatherMs, async (signal) => {
    const page = { conversation, before, units: limits.earlierCharacters, most: limits.earlierQuestions };
    const earlier = await history.earlierQuestions(workspace, page);
    const about = { workspace, conversation, agent, actor, question: withoutUnread(question.content), earlier, signal };
    const { passages } = (await aids?.gather?.(about)) ?? { passages: [] };
    return passages.map(toStorable);
  });
}

/** A passage whose texts a database takes: a quote of it is stored. Its places stay. */
const toStorable = (passage: FoundPassage): FoundPassage => ({
  ...passage,
  title: storable(passage.title),
  url: passage.url === null ? null : storable(passage.url),
  text: storable(passage.text),
  headings: passage.headings.map(storable),
});

export const randomCode = () => randomBytes(16).toString('hex');

/** Returns the context for the model from the passages that were found. */
function contextOf(
  needs: WriterNeeds,
  request: TurnRequest,
  { passages, failed, ...answering }: Found & Answering,
): Context {
  const { aids, models } = needs;
  const { agent, question } = request;
  const { model } = answering;
  const found = { passages, failed };
  if (model.provider.quotes === true) return { ...found, text: '', citing: undefined };
  const limits = { ...aidLimits, ...aids?.limits };
  const isGrounded = agent.answerMode === 'grounded';
  const most = model.provider.contextTokens * contextShare;
  const room = { characters: limits.gatheredCharacters, fits: (text: string) => models.estimate(text) <= most };
  const cites = request.responseSchema === undefined;
  const { text, shown } = promptOf(passages, { code: (aids?.newCode ?? randomCode)(), isGrounded, cites, room });
  // A number in brackets may be JSON.
  if (!cites) return { ...found, text, citing: undefined };
  const parts = { passages: shown, question: withoutUnread(question.content), limits };
  const open = () => (shown.length > 0 ? createCiting(parts) : undefined);
  const askModel = agent.groundingJudge === 'model' ? judgeOf(needs, request, answering) : undefined;
  const citing = isGrounded ? createGroundedCiting({ ...parts, askModel }) : open();
  return { ...found, text: text === '' && isGrounded ? nothingFound : text, citing };
}

/** Returns the judgement of a reply by its own model. Its tokens are those of the reply. */
const judgeOf = (
  { models, onError }: WriterNeeds,
  { agent, question: { content: question } }: TurnRequest,
  { reply, counted, model }: Answering,
) =>
  createModelJudge(models, {
    ...{ model, question, signal: reply.signal },
    spent: ({ input, output }) => {
      reply.counts.inputTokens = (reply.counts.inputTokens ?? 0) + input;
      counted.outputTokens += output;
    },
    failed: (cause) => onError(new Error(`Only rules judged the reply ${reply.id} of ${agent.id}.`, { cause })),
  });
