import { Type } from 'typebox';
import { exampleIds as ids } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const { agent, conversation, message } = about;
const note = Type.String({
  description: 'Identifier of the note: an entry of the conversation.',
  examples: [ids.entry],
});

/** Events of conversations and their messages. */
export const conversationEvents = {
  'conversation.created': happened('A conversation began.', { conversation, agent }),
  'conversation.updated': happened('The title, tags or other data of a conversation changed.', { conversation, agent }),
  'conversation.closed': happened('A conversation was closed.', { conversation, agent }),
  'conversation.reopened': happened('A closed conversation is open again.', { conversation, agent }),
  'conversation.taken_over': happened('A person replies in place of the agent.', { conversation, agent }),
  'conversation.released': happened('The agent replies again.', { conversation, agent }),
  'conversation.assigned': happened('The person or the team who is responsible for a conversation changed.', {
    conversation,
    agent,
  }),
  'conversation.waiting': happened('A conversation waits for a person.', { conversation, agent }),
  'conversation.handed_over': happened('An agent handed a conversation over to another agent, which replies.', {
    ...{ conversation, agent },
    toAgent: Type.String({ description: 'Identifier of the agent that replies from now on.', examples: [ids.agent] }),
  }),
  'conversation.noted': happened('A person wrote a private note.', { conversation, agent, note }),
  'conversation.note_updated': happened('A private note was changed.', { conversation, agent, note }),
  'conversation.note_deleted': happened('A private note was deleted.', { conversation, agent, note }),
  'conversation.rated': happened('A visitor said how satisfied they are with a closed conversation.', {
    ...{ conversation, agent },
    score: Type.Integer({ description: 'From 1 to 5.', examples: [4] }),
  }),
  'conversation.deleted': happened(
    'A conversation was deleted, with its messages. If its agent, channel or workspace is deleted, only that has an event.',
    {
      ...{ conversation, agent },
      ofUser: Type.Optional(
        Type.Boolean({ description: 'True if all conversations of its end user were deleted.', examples: [true] }),
      ),
    },
  ),
  'message.created': happened('A user or a person of the team sent a message.', {
    ...{ conversation, message, agent },
    role: Type.String({ description: '`user` or `human`.', examples: ['user'] }),
  }),
  'message.completed': happened('A reply of an agent is complete, or a channel’s text in its place.', {
    conversation,
    message,
    agent,
  }),
  'message.failed': happened('A reply of an agent failed.', {
    ...{ conversation, message, agent },
    code: Type.Optional(Type.String({ description: 'Error code.', examples: ['provider_error'] })),
    reason: Type.Optional(Type.String({ description: 'The exact failure, if it is known.', examples: ['overloaded'] })),
  }),
  'message.cancelled': happened('A reply of an agent was cancelled.', { conversation, message, agent }),
  'message.rated': happened('A reply was rated, or its rating removed.', {
    ...{ conversation, message, agent },
    rating: Type.Union([Type.String({ examples: ['positive'] }), Type.Null()], { description: 'The rating.' }),
  }),
} as const;
