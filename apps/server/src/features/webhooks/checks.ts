import { distance } from 'fastest-levenshtein';
import { type ErrorDetail, invalid } from '../../errors.ts';
import { eventTypes } from '../../events/catalog/catalog.ts';
import { OutboundError, type OutboundErrorKind } from '../../outbound/error.ts';

/** The names that a webhook may have in `types`: `*`, `agent.*` and the like, and every type. */
const names: readonly string[] = [
  '*',
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
  ...eventTypes,
];

/** Max names that an error proposes, and how many edits they may be away. */
const proposals = { most: 3, edits: 4 } as const;

/** Throws `validation_failed` for a name that no type has, with those that are near. */
export function checkTypes(types: readonly string[]): void {
  const details = types.flatMap((name, index): ErrorDetail[] =>
    names.includes(name) ? [] : [{ path: `types.${index}`, message: `is no type of event.${question(name)}` }],
  );
  if (details.length === 0) return;
  throw invalid(details, 'validation_failed', 'Name types such as message.completed, agent.* for all of agents, or *.');
}

function question(name: string): string {
  const near = names
    .map((known) => ({ known, edits: distance(name.toLowerCase(), known) }))
    .filter(({ edits }) => edits <= proposals.edits)
    .sort((one, other) => one.edits - other.edits)
    .slice(0, proposals.most)
    .map(({ known }) => known);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

/** Throws `validation_failed` for agents that a workspace doesn't have. */
export function checkAgents(agents: readonly string[], known: ReadonlySet<string>): void {
  const details = agents.flatMap((id, index): ErrorDetail[] =>
    known.has(id) ? [] : [{ path: `agents.${index}`, message: 'is not an agent of this workspace' }],
  );
  if (details.length > 0) throw invalid(details);
}

/** The faults of an address, by the kind of its refusal. Any other failure may pass. */
const refusals: Partial<Record<OutboundErrorKind, string>> = {
  url: 'must be a valid URL without a user name or password',
  scheme: 'must begin with https://',
  port: 'has a port that is not allowed',
  address: 'must have a public host: this one is private, or does not exist',
};

/** Throws `validation_failed` unless an address may get events. One that can't be looked up for now may. */
export async function checkUrl(url: string, judge: (url: string) => Promise<void>): Promise<void> {
  try {
    await judge(url);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.kind === 'closed') throw error;
    const message = refusals[error.kind];
    if (message !== undefined) throw invalid([{ path: 'url', message }]);
  }
}
