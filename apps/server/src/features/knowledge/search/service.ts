import { type Actor, demand, lineOf, reachOf } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { Found, Retrieval } from '../../../retrieval/retrieval.ts';
import { pace } from '../../../scheduling/pace.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import type { MetadataFilter } from '../../../storage/sql/facets.ts';
import { maxPageBytes } from '../../../storage/sql/list.ts';
import { createHighlights } from '../../../text/highlights.ts';
import type { KnowledgeQuery, KnowledgeResults } from './schema.ts';

/** An agent, as a search needs it. */
interface SearchingAgent {
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  readonly knowledgeFilter?: { readonly metadata: MetadataFilter } | undefined;
}

/** Dependencies of searches. */
export interface SearchNeeds {
  readonly retrieval: Retrieval;
  /** True if an embedding model is configured. */
  readonly hasVectors: boolean;
  findAgent(reach: readonly string[], id: string): Promise<SearchingAgent | undefined>;
}

const usualPassages = 8;

const shown = (found: Found, highlights: KnowledgeResults['items'][number]['highlights']) => {
  const { source, sourceName, sourceType, documentKey: _, terms, ...rest } = found;
  return {
    source: { _id: source, name: sourceName, type: sourceType },
    ...{ ...rest, headings: [...rest.headings], terms: [...terms], highlights },
  };
};

/** A search in the knowledge sources of an agent, for people who want to see what it finds and why. */
export function createSearch({ retrieval, hasVectors, findAgent }: SearchNeeds) {
  return {
    /** Throws `agent_not_found`; `insufficient_role` without `agents:read`. */
    search: async (
      actor: Actor,
      id: string,
      { body, awaited }: { readonly body: KnowledgeQuery; readonly awaited: AwaitedAnswer | undefined },
    ): Promise<KnowledgeResults> => {
      const agent = await findAgent(reachOf(actor), id);
      if (agent === undefined) throw new AppError('agent_not_found', 'There is no such agent.');
      demand(actor, 'agents:read', agent.workspace);
      const {
        query: text,
        topK = usualPassages,
        mode = hasVectors ? 'hybrid' : 'lexical',
        rerank = false,
        filter,
      } = body;
      const { found, ...result } = await retrieval.search({
        ...{ workspace: agent.workspace, agent: agent.id, text, topK, mode, account: lineOf(actor) },
        filters: [agent.knowledgeFilter?.metadata, filter?.metadata],
        ...{ signal: awaited?.gone(), rerank: rerank ? { model: agent.model } : undefined },
      });
      const highlightsOf = createHighlights(text);
      const items: KnowledgeResults['items'] = [];
      let bytes = 0;
      for (const one of found) {
        const item = shown(
          one,
          highlightsOf(one.text).map(([start, end]) => [start, end]),
        );
        bytes += Buffer.byteLength(JSON.stringify(item));
        if (items.length > 0 && bytes > maxPageBytes) break;
        items.push(item);
        await pace.due();
      }
      return { items, ...result };
    },
  };
}

/** Searches for people. */
export type Search = ReturnType<typeof createSearch>;
