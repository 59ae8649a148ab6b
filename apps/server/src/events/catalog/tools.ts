import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const tool = Type.String({ description: 'Identifier of the tool.', examples: [exampleIds.tool] });

const connection = Type.Optional(
  Type.String({
    description: 'Identifier of the account, if it is that of an end user.',
    examples: [exampleIds.toolConnection],
  }),
);

/** Events of tools. */
export const toolEvents = {
  'tool.created': happened('A tool was created.', {
    tool,
    type: Type.String({ description: 'Its kind.', examples: ['client'] }),
  }),
  'tool.updated': happened('A tool was changed.', { tool, fields: about.fields }),
  'tool.tried': happened('A tool was tried outside of a conversation.', { tool }),
  'tool.connected': happened('An account was connected to a tool.', { tool, connection }),
  'tool.disconnected': happened('The account of a tool was disconnected.', { tool, connection }),
  'tool.deleted': happened('A tool was deleted.', { tool }),
} as const;
