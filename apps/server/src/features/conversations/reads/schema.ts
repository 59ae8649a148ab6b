import { type Static, Type } from 'typebox';
import { idField } from '../../../schemas/conversations/conversation.ts';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { timeField } from '../../../schemas/fields.ts';

/** The body that marks a conversation as read. */
export const ReadDraft = Type.Object(
  {
    readUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The `createdAt` of the last message that was shown (ISO 8601); a later time counts as that of the latest ' +
          'message. The latest message unless set.',
        examples: [times.updated],
      }),
    ),
  },
  { additionalProperties: false, title: 'ConversationReadDraft' },
);
export type ReadDraft = Static<typeof ReadDraft>;

/** Up to when a person has read a conversation. */
export const ConversationRead = Type.Object(
  {
    conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
    readUntil: timeField('Time up to which its messages are read', times.updated),
  },
  { title: 'ConversationRead' },
);
export type ConversationRead = Static<typeof ConversationRead>;

/** The body that marks all conversations of a workspace as read. */
export const AllReadDraft = Type.Object(
  { workspaceId: idField('Identifier of the workspace whose conversations are read.', ids.workspace) },
  { additionalProperties: false, title: 'AllConversationsReadDraft' },
);
export type AllReadDraft = Static<typeof AllReadDraft>;

/** Up to when a person has read the conversations of a workspace. */
export const AllRead = Type.Object(
  {
    workspace: Type.String({ description: 'Identifier of the workspace.', examples: [ids.workspace] }),
    readUntil: timeField('Time up to which the messages of all its conversations are read', times.updated),
  },
  { title: 'AllConversationsRead' },
);
export type AllRead = Static<typeof AllRead>;
