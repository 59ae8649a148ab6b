import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { maxCharacters } from '../../../schemas/limits.ts';

/** Max tools of one agent. */
const maxTools = 50;

const Id = Type.String({
  minLength: 1,
  maxLength: maxCharacters.id,
  description: 'Identifier of a tool of the agent’s workspace.',
  examples: [ids.tool],
});
const requires = 'True if each call of the tool waits until a person approves it.';

/** A tool of an agent as a body names it. */
const Attached = Type.Object(
  {
    id: Id,
    requiresApproval: Type.Optional(Type.Boolean({ description: `${requires} False unless set.`, examples: [true] })),
  },
  { additionalProperties: false, title: 'AgentToolDraft' },
);

/** The tools of an agent that a body sets. */
export const ToolsDraft = Type.Array(Attached, {
  maxItems: maxTools,
  description: 'Tools that the agent can call: max 50, each once, all of its workspace. Empty unless set.',
  examples: [[]],
});

/** The tools of an agent as the API returns them. */
export const AgentTools = Type.Array(
  Type.Object(
    { id: Id, requiresApproval: Type.Boolean({ description: requires, examples: [true] }) },
    { title: 'AgentTool' },
  ),
  { description: 'Tools that the agent can call, in the order in which they were set.', examples: [[]] },
);
export type AgentTools = Static<typeof AgentTools>;
