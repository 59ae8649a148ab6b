import type { ConversationEntry } from '@parley/sdk';

/** Names of people and agents by their IDs. */
export interface EntryNames {
  person(id: string | null): string;
  agent(id: string): string | undefined;
}

/** The people and programs that did something, in a sentence. */
export function actorOf({ actor, data }: ConversationEntry, { person, agent }: EntryNames): string {
  switch (actor.kind) {
    case 'person': {
      const name = person(actor.id);
      return name === 'A member' ? (actor.name ?? name) : name;
    }
    case 'key':
      return actor.name === undefined ? 'A program' : `The program ${actor.name}`;
    case 'visitor':
    // A messenger passes on what its user wants.
    case 'channel':
      return 'The visitor';
    default:
      return (data.agent === undefined ? undefined : agent(data.agent)) ?? 'The agent';
  }
}

/** Reasons that the service itself gives. */
const reasons: Readonly<Record<string, string>> = {
  visitor_asked: 'The visitor asked for a person',
  undelivered: 'A message could not be delivered: a person has to answer',
};

/** The event, in one sentence without a full stop. */
export function wordsOf(entry: ConversationEntry, names: EntryNames): string {
  const { type, data } = entry;
  const by = actorOf(entry, names);
  switch (type) {
    case 'taken':
      return data.from == null ? `${by} took over` : `${by} took over from ${names.person(data.from)}`;
    case 'given_back':
      return `${by} gave it back to the agent`;
    case 'handed_over': {
      if (data.toAgent !== undefined) return `${by} handed over to ${names.agent(data.toAgent) ?? 'another agent'}`;
      return reasons[data.reason ?? ''] ?? `${by} asked for a person`;
    }
    case 'assigned':
      if (entry.actor.kind === 'system' && data.assignee != null) return `Assigned to ${names.person(data.assignee)}`;
      return `${by} ${assignmentWords(entry, names)}`;
    case 'returned':
      return returnWords(entry, names);
    case 'snoozed':
      return `${by} put it to rest`;
    case 'closed':
      return withTags(`${by} closed it`, data);
    case 'reopened':
      return withTags(`${by} reopened it`, data);
    case 'tagged':
      return `${by} ${tagWords(data)}`;
    case 'rated':
      return `${by} answered how satisfied they are: ${data.score ?? 0} of 5`;
    case 'noted':
      return `${by} deleted a note`;
    default:
      // A newer server may know more.
      return `${by}: ${String(type)}`;
  }
}

function assignmentWords({ data: { assignee, team } }: ConversationEntry, { person }: EntryNames): string {
  if (assignee != null) return `gave it to ${person(assignee)}`;
  if (team != null) return 'gave it to a team';
  return assignee === null ? 'took it from its person' : 'took it from its team';
}

/** The service handed it on, took it back, or ended its rest. */
function returnWords({ data: { assignee, from, reason } }: ConversationEntry, { person }: EntryNames): string {
  if (reason === 'rested') return 'It has rested, and is back';
  const was = person(from ?? null);
  const cause = reason === 'late' ? `${was} did not answer in time` : `${was} can’t answer any more`;
  return assignee == null ? `${cause}: it waits for another person` : `${cause}: ${person(assignee)} has it now`;
}

type Tags = Pick<ConversationEntry['data'], 'added' | 'removed'>;

function tagWords({ added = [], removed = [] }: Tags): string {
  const words = (verb: string, tags: readonly string[]) => (tags.length === 0 ? [] : `${verb} ${tags.join(', ')}`);
  return [words(added.length === 1 ? 'added the tag' : 'added the tags', added), words('removed', removed)]
    .flat()
    .join(' and ');
}

function withTags(words: string, data: Tags): string {
  const tags = tagWords(data);
  return tags === '' ? words : `${words} and ${tags}`;
}

/** The lines below the sentence: the reason of a handover and its subject, or the comment of a visitor. */
export function detailsOf({ type, actor, data }: ConversationEntry): readonly string[] {
  const { reason, summary, toAgent, comment } = data;
  if (type === 'rated') return comment == null ? [] : [comment];
  if (type !== 'handed_over' || toAgent !== undefined) return [];
  // The sentence says already that a visitor asked.
  const isSaid = reason !== undefined && (reason in reasons || (actor.kind === 'visitor' && reason === 'asked'));
  return [isSaid ? undefined : reason, summary].filter((text) => typeof text === 'string');
}
