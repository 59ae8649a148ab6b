import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const savedReply = Type.String({ description: 'Identifier of the saved reply.', examples: [exampleIds.savedReply] });

/** Events of saved replies. */
export const savedReplyEvents = {
  'saved_reply.created': happened('A saved reply was created.', { savedReply }),
  'saved_reply.updated': happened('A saved reply was changed.', { savedReply, fields: about.fields }),
  'saved_reply.deleted': happened('A saved reply was deleted.', { savedReply }),
} as const;
