import { externalIdTaken } from '../../access/external-ids.ts';
import { AppError } from '../../errors.ts';

/** Max agents that an error names. */
const maxNamed = 5;

/** The errors of knowledge sources. */
export const failures = {
  noSource: () => new AppError('knowledge_source_not_found', 'There is no such knowledge source.'),
  noPair: () => new AppError('pair_not_found', 'There is no such pair.'),
  noDocument: () => new AppError('document_not_found', 'There is no such document.'),
  idTaken: (what: 'document of the source' | 'knowledge source of the workspace'): AppError => externalIdTaken(what),
  sourceIdTaken: () => failures.idTaken('knowledge source of the workspace'),
  noChunk: () => new AppError('chunk_not_found', 'There is no such chunk.'),
  noReview: () => new AppError('review_not_waiting', 'No version of the knowledge source waits for a review.'),
  /** `agents` are some of those that use the source, by name. */
  inUse: (count: number, agents: readonly { readonly id: string; readonly name: string }[]) => {
    const named = agents.slice(0, maxNamed);
    const names = named.map(({ name }) => name).join(', ');
    const others = count > named.length ? ` and ${count - named.length} more` : '';
    const noun = count === 1 ? 'agent' : 'agents';
    return new AppError('source_in_use', `The knowledge source is used by ${count} ${noun}: ${names}${others}.`, {
      hint: 'Remove it from these agents, or send force=true.',
      details: named.map(({ id, name }) => ({ path: id, message: name })),
    });
  },
};

/** The source was changed between a read and the write: read it again. */
export class StaleSource extends Error {}
