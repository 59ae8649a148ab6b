import type { LoggedEvent } from './event-queries.ts';

/** The words of an event: what the actor did, and the field of its data that names the object. */
interface Words {
  readonly did: string;
  readonly to?: string;
}

const words = (did: string, to?: string): Words => (to === undefined ? { did } : { did, to });

/** The words of each type of event; a test compares the list with the types of the API. */
export const eventWords: Readonly<Record<string, Words>> = {
  'agent.created': words('created the agent', 'agent'),
  'agent.updated': words('changed the agent', 'agent'),
  'agent.activated': words('activated the agent', 'agent'),
  'agent.deactivated': words('deactivated the agent', 'agent'),
  'agent.deleted': words('deleted the agent', 'agent'),
  'conversation.created': words('started the conversation', 'conversation'),
  'conversation.updated': words('changed the conversation', 'conversation'),
  'conversation.closed': words('closed the conversation', 'conversation'),
  'conversation.reopened': words('reopened the conversation', 'conversation'),
  'conversation.taken_over': words('took over the conversation', 'conversation'),
  'conversation.released': words('gave back the conversation', 'conversation'),
  'conversation.handed_over': words('handed the conversation over to another agent', 'conversation'),
  'conversation.assigned': words('changed who is responsible for the conversation', 'conversation'),
  'conversation.waiting': words('asked for a person in the conversation', 'conversation'),
  'conversation.noted': words('wrote a note on the conversation', 'conversation'),
  'conversation.note_updated': words('changed a note on the conversation', 'conversation'),
  'conversation.note_deleted': words('deleted a note on the conversation', 'conversation'),
  'conversation.rated': words('said how satisfied they are with the conversation', 'conversation'),
  'conversation.deleted': words('deleted the conversation', 'conversation'),
  'conversation.transcript_sent': words('sent a transcript of the conversation', 'conversation'),
  'message.created': words('sent a message in the conversation', 'conversation'),
  'message.completed': words('got a reply in the conversation', 'conversation'),
  'message.failed': words('got a failed reply in the conversation', 'conversation'),
  'message.cancelled': words('cancelled a reply in the conversation', 'conversation'),
  'message.rated': words('rated a reply in the conversation', 'conversation'),
  'message.redelivered': words('sent a message again in the conversation', 'conversation'),
  'knowledge_source.created': words('added the source', 'source'),
  'knowledge_source.updated': words('changed the source', 'source'),
  'knowledge_source.ready': words('finished reading the source', 'source'),
  'knowledge_source.failed': words('failed to read the source', 'source'),
  'knowledge_source.needs_review': words('asked for a review of the source', 'source'),
  'knowledge_source.deleted': words('deleted the source', 'source'),
  'question.answered': words('answered the question', 'question'),
  'question.dismissed': words('dismissed the question', 'question'),
  'channel.created': words('created the channel', 'channel'),
  'channel.updated': words('changed the channel', 'channel'),
  'channel.error': words('reported an error of the channel', 'channel'),
  'channel.undeliverable': words('failed to deliver a message of the channel', 'channel'),
  'channel.deleted': words('deleted the channel', 'channel'),
  'workspace.created': words('created the workspace', 'workspace'),
  'workspace.updated': words('changed the workspace', 'workspace'),
  'workspace.deleted': words('deleted the workspace', 'workspace'),
  'member.added': words('added the member', 'user'),
  'member.updated': words('changed the member', 'user'),
  'member.removed': words('removed the member', 'user'),
  'invitation.created': words('invited a person', 'invitation'),
  'invitation.revoked': words('withdrew the invitation', 'invitation'),
  'api_key.created': words('created the API key', 'key'),
  'api_key.updated': words('changed the API key', 'key'),
  'api_key.revoked': words('revoked the API key', 'key'),
  'provider_key.created': words('stored an API key of the provider', 'provider'),
  'provider_key.updated': words('replaced the API key of the provider', 'provider'),
  'provider_key.deleted': words('deleted the API key of the provider', 'provider'),
  'user.created': words('created the account of', 'user'),
  'user.updated': words('changed the account of', 'user'),
  'user.removed': words('removed the account of', 'user'),
  'password_reset.created': words('created a password reset link for', 'user'),
  'session.created': words('signed in as', 'user'),
  'session.failed': words('failed to sign in as', 'user'),
  'session.ended': words('ended a session of', 'user'),
  'second_factor.enabled': words('added a second factor of', 'user'),
  'second_factor.disabled': words('removed a second factor of', 'user'),
  'second_factor.recovery_codes_created': words('created recovery codes of', 'user'),
  'passkey.updated': words('renamed a passkey of', 'user'),
  'tool.created': words('created the tool', 'tool'),
  'tool.updated': words('changed the tool', 'tool'),
  'tool.tried': words('tried the tool', 'tool'),
  'tool.deleted': words('deleted the tool', 'tool'),
  'tool.connected': words('connected an account to the tool', 'tool'),
  'tool.disconnected': words('disconnected the account of the tool', 'tool'),
  'tool_call.waiting': words('asked for an answer to a tool call in the conversation', 'conversation'),
  'tool_call.approved': words('approved a tool call in the conversation', 'conversation'),
  'tool_call.ended': words('ended a tool call in the conversation', 'conversation'),
  'tool_call.denied': words('denied a tool call in the conversation', 'conversation'),
  'team.created': words('created the team', 'team'),
  'team.updated': words('changed the team', 'team'),
  'team.deleted': words('deleted the team', 'team'),
  'member.availability_changed': words('changed the availability of', 'user'),
  'working_hours.set': words('set the working hours of', 'workspace'),
  'working_hours.removed': words('removed the working hours of', 'workspace'),
  'team_room.set': words('set the team’s room in the channel', 'channel'),
  'team_room.removed': words('removed the team’s room in the channel', 'channel'),
  'room_account.connected': words('connected a chat account of', 'user'),
  'room_account.disconnected': words('disconnected a chat account of', 'user'),
  'saved_reply.created': words('created the saved reply', 'savedReply'),
  'saved_reply.updated': words('changed the saved reply', 'savedReply'),
  'saved_reply.deleted': words('deleted the saved reply', 'savedReply'),
  'view.created': words('created the view', 'view'),
  'view.updated': words('changed the view', 'view'),
  'view.deleted': words('deleted the view', 'view'),
  'webhook.created': words('created the webhook', 'webhook'),
  'webhook.updated': words('changed the webhook', 'webhook'),
  'webhook.disabled': words('disabled the webhook', 'webhook'),
  'webhook.deleted': words('deleted the webhook', 'webhook'),
  'export.created': words('exported', 'kind'),
  'account.updated': words('changed the account', 'account'),
  'quota.recounted': words('corrected the counter of the quota', 'quota'),
  'job.retried': words('retried the job', 'kind'),
  'job.cancelled': words('cancelled the job', 'kind'),
  'search.reindexed': words('indexed all messages again'),
  'backup.created': words('created a backup'),
  'backup.restored': words('restored a backup'),
  'database.migrated': words('updated the database'),
  'database.moved': words('moved the database'),
};

/** The words of an event; the type itself if this version has none for it. */
export const wordsOf = ({ type }: Pick<LoggedEvent, 'type'>): Words => eventWords[type] ?? { did: type };

/** The ID of what an event is about; undefined if it names nothing. */
export function objectOf(event: Pick<LoggedEvent, 'type' | 'data'>): string | undefined {
  const { to } = wordsOf(event);
  const id = to === undefined ? undefined : event.data[to];
  return typeof id === 'string' ? id : undefined;
}

/** A group of types of events that are chosen together: those that begin with one of the words. */
export interface EventGroup {
  readonly value: string;
  readonly label: string;
  readonly things: readonly string[];
}

/** Every group; a test checks that each type of event belongs to one. */
export const eventGroups: readonly EventGroup[] = [
  { value: 'agents', label: 'Agents', things: ['agent'] },
  { value: 'tools', label: 'Tools', things: ['tool', 'tool_call', 'team_room', 'room_account'] },
  { value: 'conversations', label: 'Conversations', things: ['conversation', 'end_user'] },
  { value: 'desk', label: 'Desk', things: ['saved_reply', 'view', 'team', 'working_hours'] },
  { value: 'messages', label: 'Messages', things: ['message'] },
  { value: 'knowledge', label: 'Knowledge', things: ['knowledge_source', 'question'] },
  { value: 'channels', label: 'Channels', things: ['channel'] },
  {
    value: 'people',
    label: 'People & sign-in',
    things: ['member', 'invitation', 'user', 'session', 'second_factor', 'passkey', 'password', 'password_reset'],
  },
  { value: 'keys', label: 'Keys', things: ['api_key', 'provider_key'] },
  {
    value: 'settings',
    label: 'Workspace & service',
    things: ['workspace', 'webhook', 'export', 'account', 'quota', 'job', 'search', 'backup', 'database'],
  },
];

/** The first part of a type of event: `agent` for `agent.created`. */
export const thingOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** The group of a type of event. */
export const groupOf = (type: string): EventGroup | undefined =>
  eventGroups.find(({ things }) => things.includes(thingOf(type)));

const known = new Set(Object.keys(eventWords).map(thingOf));

/** The types of a group as a filter: `agent.*`. The API refuses names that it doesn't know. */
export const typesOf = (group: string | undefined): string | undefined =>
  eventGroups
    .find(({ value }) => value === group)
    ?.things.filter((thing) => known.has(thing))
    .map((thing) => `${thing}.*`)
    .join(',');
