import { inWords } from './echo.ts';
import { type ModelPart, type ModelRequest, type Passage, questionOf } from './model.ts';
import { estimateUsage } from './tokens.ts';

/** Max passages quoted in one reply. */
const maxPassages = 3;

/** Finds passages in an agent's knowledge sources, best match first. */
export type Search = (agent: string, query: string) => Promise<readonly Passage[]>;

/** The reply if nothing was found. */
const nothingFound = 'I have found nothing about that in my knowledge sources.';

/**
 * `builtin/extract`: replies only with quotations from the agent's knowledge sources. Each passage is a numbered
 * quotation with its title, and a citation. If nothing is found, the reply says so.
 */
export const createExtract = (search: Search) =>
  async function* extract(request: ModelRequest): AsyncGenerator<ModelPart> {
    const found = await search(request.agent, questionOf(request.messages));
    const passages = found.slice(0, maxPassages);
    const text = passages.length === 0 ? nothingFound : passages.map(quotation).join('\n\n');
    yield* inWords(text, request.signal);
    for (const citation of passages) yield { type: 'citation', citation };
    yield { type: 'end', finishReason: 'stop', usage: estimateUsage(request, text) };
  };

const quotation = ({ quote, title }: Passage, index: number) =>
  `${quote
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}\n\n[${index + 1}] ${title}`;
