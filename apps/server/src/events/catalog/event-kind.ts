import { type TProperties, Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';

/** A kind of event: what has happened, and the schema of its data. */
export const happened = <const Properties extends TProperties>(description: string, data: Properties) => ({
  description,
  data: Type.Object(data),
});

const id = (description: string, example: string) => Type.String({ description, examples: [example] });

/** Fields that name what an event is about. */
export const about = {
  agent: id('Identifier of the agent.', exampleIds.agent),
  conversation: id('Identifier of the conversation.', exampleIds.conversation),
  message: id('Identifier of the message.', exampleIds.message),
  source: id('Identifier of the knowledge source.', exampleIds.source),
  channel: id('Identifier of the channel.', exampleIds.channel),
  key: id('Identifier of the API key.', exampleIds.apiKey),
  user: id('Identifier of the person.', exampleIds.user),
  workspace: id('Identifier of the workspace.', exampleIds.workspace),
  invitation: id('Identifier of the invitation.', exampleIds.invitation),
  question: id('Identifier of the unanswered question.', exampleIds.question),
  role: Type.String({ description: 'Role in the workspace.', examples: ['editor'] }),
  fields: Type.Array(Type.String(), { description: 'The fields that were sent.', examples: [['name']] }),
} as const;

/** `agent.created` as the name of its schema: `EventAgentCreated`. */
export const eventTitle = (type: string): string =>
  `Event${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;
