import { type Actor, lineOf } from '../../access/actor.ts';
import type { FoundPassage } from '../../models/model.ts';
import type { Found, Retrieval } from '../../retrieval/retrieval.ts';
import type { MetadataFilter } from '../../storage/sql/facets.ts';
import { maxQuestion } from '../../text/question-parts.ts';
import { termFinder, termsOfQuestion } from '../../text/questions/question-terms.ts';
import { subjectOf } from '../../text/supporting-sentences.ts';

/** Passages that a prompt gets at most; the turn leaves out those for which the model has no room. */
const topK = 8;

/** A passage that is among so many nearest to the question may use other words. */
const nearest = 3;

/** The question of a turn, as far as searching needs it. */
export interface PassageQuestion {
  readonly workspace: string;
  readonly agent: {
    readonly id: string;
    readonly model: string;
    readonly rerank: boolean;
    readonly knowledgeFilter?: { readonly metadata: MetadataFilter } | undefined;
  };
  readonly actor: Actor;
  readonly question: string;
  /** Newest first. */
  readonly earlier: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Creates the function that gathers the passages of an agent's sources for a question: one search for each turn.
 * Passages that have neither a word of the question nor its meaning are left out, so that they don't mislead the model.
 */
export const createFindPassages =
  ({ retrieval }: { readonly retrieval: Pick<Retrieval, 'search'> }) =>
  async ({
    workspace,
    agent,
    actor,
    question,
    earlier,
    signal,
  }: PassageQuestion): Promise<{ passages: FoundPassage[] }> => {
    const text = question.slice(0, maxQuestion).toWellFormed();
    const { found } = await retrieval.search({
      ...{ workspace, agent: agent.id, text, context: earlier, topK, mode: 'hybrid', signal },
      ...{ account: lineOf(actor), filters: [agent.knowledgeFilter?.metadata] },
      rerank: agent.rerank ? { model: agent.model } : undefined,
    });
    const subject = subjectOf(text, earlier);
    const passages = found.map(toPassage);
    return { passages: passages.filter((passage) => passage.isNear || isAbout(passage, subject, text)) };
  };

/** True if a passage has a word or an identifier of the question, or the question has none to look for. */
function isAbout({ title, headings, text }: FoundPassage, subject: readonly string[], question: string): boolean {
  const { words, identifiers } = termsOfQuestion(question);
  const terms = { words: [...new Set([...subject, ...words])], identifiers };
  if (terms.words.length + identifiers.length === 0) return true;
  return termFinder(terms)([title, ...headings, text].join('\n')).size > 0;
}

const toPassage = ({ ranks, sourceName: _name, terms: _terms, ...found }: Found): FoundPassage => ({
  ...found,
  isNear: ranks.vectors !== null && ranks.vectors <= nearest,
});
