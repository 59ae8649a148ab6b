import { distance } from 'fastest-levenshtein';

/** Words that callers write for our names, without case and separators. Only a name that the schema has is proposed. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    agent: ['agentId'],
    channel: ['channelId'],
    conversation: ['conversationId'],
    endingbefore: ['cursor'],
    expand: ['includeActivity', 'includeUnread'],
    id: ['_id'],
    include: ['includeActivity', 'includeUnread'],
    input: ['content', 'q'],
    instructions: ['systemPrompt'],
    message: ['content'],
    offset: ['cursor'],
    order: ['sort'],
    orderby: ['sort'],
    page: ['cursor'],
    pagesize: ['limit'],
    perpage: ['limit'],
    permissions: ['scopes'],
    prompt: ['systemPrompt'],
    query: ['q', 'query', 'content'],
    search: ['q'],
    since: ['updatedAfter', 'createdAfter'],
    sortby: ['sort'],
    startingafter: ['cursor'],
    system: ['systemPrompt'],
    text: ['content'],
    thread: ['conversationId'],
    threadid: ['conversationId'],
    title: ['name'],
    total: ['includeTotal'],
    until: ['updatedBefore', 'createdBefore'],
    user: ['userId'],
    workspace: ['workspaceId'],
  }),
);

/** Max length of a name that is compared with others. */
const maxCompared = 60;

/** A name without case and separators: `system_prompt`, `SystemPrompt` and `system-prompt` are one. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const singular = (name: string) => name.replace(/s$/, '');

/**
 * Returns the known name that an unknown one probably means: the same in another case, number or with another
 * separator, a synonym, or else the nearest by spelling. Undefined if none is near.
 */
export function nearName(unknown: string, known: readonly string[]): string | undefined {
  if (unknown.length > maxCompared) return undefined;
  const written = plain(unknown);
  if (written === '') return undefined;
  return (
    known.find((name) => plain(name) === written) ??
    known.find((name) => singular(plain(name)) === singular(written)) ??
    synonyms.get(written)?.find((name) => known.includes(name)) ??
    nearest(written, known)
  );
}

function nearest(written: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, difference: distance(written, plain(name)) }))
    // Of a short name, one letter more or less is another name.
    .filter(({ name, difference }) => difference <= Math.floor(Math.max(written.length, name.length) / 4))
    .sort((one, other) => one.difference - other.difference);
  return near[0]?.name;
}
