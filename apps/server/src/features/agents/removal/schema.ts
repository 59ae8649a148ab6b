import { type Static, Type } from 'typebox';

/** The number of objects that are deleted together with an agent. */
export const AgentDependents = Type.Object(
  {
    channels: Type.Integer({ minimum: 0, description: 'Number of channels of the agent.', examples: [2] }),
    conversations: Type.Integer({
      minimum: 0,
      description: 'Number of conversations with the agent, in every channel.',
      examples: [14],
    }),
    messages: Type.Integer({ minimum: 0, description: 'Number of messages in these conversations.', examples: [120] }),
  },
  { title: 'AgentDependents' },
);
export type AgentDependents = Static<typeof AgentDependents>;
