import type { Passage } from '../../../models/model.ts';
import { type AidLimits, aidLimits, type Gathered, runAid } from './aids.ts';
import { type LiveReply, storable } from './live-reply.ts';
import type { TurnNeeds, TurnRequest } from './turn.ts';

/** The share of a model's context that gathered passages may take. */
const contextShare = 0.25;

const heading = 'Passages that may help to answer the last message:';

/**
 * Gathers context for a question: adds citations to the reply, and returns the text that goes into the prompt. If that
 * fails or takes too long, the reply goes on without it, and the error is reported.
 */
export async function gatherContext(
  { aids, models, onError }: Pick<TurnNeeds, 'aids' | 'models' | 'onError'>,
  { workspace, conversation, agent, actor, question }: TurnRequest,
  { reply, contextTokens }: { reply: LiveReply; contextTokens: number },
): Promise<string> {
  const gather = aids?.gather;
  if (gather === undefined) return '';
  const limits = { ...aidLimits, ...aids?.limits };
  const about = { workspace, conversation, agent, actor, question: question.content };
  try {
    const gathered = await runAid(reply.signal, limits.gatherMs, (signal) => gather({ ...about, signal }));
    const text = textOf(gathered, limits, (some) => models.estimate(some) <= contextTokens * contextShare);
    for (const citation of citationsIn(gathered, limits)) reply.add({ type: 'citation', citation });
    return text;
  } catch (cause) {
    reply.signal.throwIfAborted();
    onError(new Error(`The reply ${reply.id} of ${agent.id} goes on without gathered context.`, { cause }));
    return '';
  }
}

function citationsIn({ citations }: Gathered, { gatheredCharacters, gatheredCitations }: AidLimits): Passage[] {
  const taken: Passage[] = [];
  let room = gatheredCharacters;
  for (const citation of citations.slice(0, gatheredCitations)) {
    room -= JSON.stringify(citation).length;
    if (room >= 0) taken.push(toStorable(citation));
  }
  return taken;
}

/** Drops what is no part of a citation, and makes its texts storable. */
const toStorable = ({ source, title, url, quote, score }: Passage): Passage => ({
  source: storable(source),
  title: storable(title),
  url: url === null ? null : storable(url),
  quote: storable(quote),
  score: Number.isFinite(score) ? score : 0,
});

/** The passages as text: as many of the best as there is room for. */
function textOf({ passages }: Gathered, { gatheredCharacters }: AidLimits, fits: (text: string) => boolean): string {
  let text = '';
  for (const [index, { title, quote }] of passages.entries()) {
    const more = `${text === '' ? heading : text}\n\n[${index + 1}] ${title}\n${quote}`;
    if (more.length > gatheredCharacters || !fits(more)) break;
    text = more;
  }
  return text;
}
