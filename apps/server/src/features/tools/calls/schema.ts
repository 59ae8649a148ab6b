import { type Static, Type } from 'typebox';
import { exampleHash, exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { mostlyNull, orNull, textLike, timeField, timeOrNull } from '../../../schemas/fields.ts';
import { idFilter, listQuery, sortField } from '../../../schemas/lists.ts';

/** The states of a call, as its readers see them. */
const statuses = ['waiting', 'running', 'completed', 'failed', 'denied', 'expired', 'unknown'] as const;
const waits = ['approval', 'result'] as const;

/** A word of a closed set. */
const wordField = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], description }));

/** The arguments of a call. */
export const CallArguments = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'Arguments of the call: exactly what runs.',
      examples: [{ orderId: '10-4432' }],
    },
  ),
);

/** A call of a tool as the API returns it. */
export const ToolCall = Type.Object(
  {
    _id: Type.String({ description: 'Identifier of the call.', examples: [ids.toolCall] }),
    workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
    conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
    message: Type.String({ description: 'Identifier of the reply that made it.', examples: [ids.reply] }),
    agent: Type.String({ description: 'Identifier of the agent.', examples: [ids.agent] }),
    agentVersion: Type.Integer({ description: 'Version of the agent when it was made.', examples: [3] }),
    tool: Type.String({ description: 'Identifier of the tool, which may be deleted since.', examples: [ids.tool] }),
    name: Type.String({ description: 'Name by which the model called it.', examples: ['find_parcel'] }),
    callId: Type.String({ description: 'Identifier of the call in its message.', examples: ['call_1'] }),
    userId: orNull(textLike('customer-42'), 'Your ID for the end user of the conversation; null if none is known.'),
    arguments: CallArguments,
    digest: Type.String({
      description:
        'SHA-256 of tool, definition, arguments, version of the agent, and end user, in hex: what an approval is bound to.',
      examples: [exampleHash],
    }),
    status: wordField(
      statuses,
      '`waiting` (see `waitsFor`), `running`, `completed`, `failed`, `denied`, `expired` (not decided in time, its ' +
        'reply ended, or approval was asked again after a change), or `unknown` (the server stopped while it ran: it ' +
        'may have had its effect, and isn’t repeated).',
    ),
    waitsFor: orNull(
      wordField(waits, '`approval` of a person, or the `result` that your code sends.'),
      'The thing that it waits for, or did; null if it ran at once.',
    ),
    approvers: Type.Array(Type.String(), {
      description: 'The users who are asked; empty for all who may decide.',
      examples: [[]],
    }),
    deadline: timeOrNull('When it stops waiting', 'null if it ran at once', times.later),
    decidedBy: mostlyNull(textLike(ids.user), 'Identifier of the user who decided; null without a decision.'),
    decidedAt: timeOrNull('Time of the decision', 'null without one', null),
    reason: mostlyNull(textLike('Within our policy.'), 'Reason of the decision; null without one.'),
    result: mostlyNull(textLike('In transit, due on Monday.'), 'Result as text; null until it has one.'),
    latencyMs: mostlyNull(Type.Integer({ minimum: 0 }), 'Time that it took, in milliseconds; null if it did not run.'),
    startedAt: timeOrNull('Time at which it last started', 'null if it did not run', null),
    endedAt: timeOrNull('Time of its end', 'null before', null),
    createdAt: timeField('Time of creation'),
    updatedAt: timeField('Time of the last change', times.updated),
  },
  { title: 'ToolCallRecord' },
);
export type ToolCall = Static<typeof ToolCall>;

/** The path of one call. */
export const ToolCallPath = Type.Object({
  id: Type.String({ description: 'Identifier of the call.', examples: [ids.toolCall] }),
});

/** The parameters of the list of calls. */
export const ToolCallQuery = listQuery({
  workspaceId: idFilter('Only calls in this workspace', ids.workspace),
  agentId: idFilter('Only calls of this agent', ids.agent),
  conversationId: idFilter('Only calls in this conversation', ids.conversation),
  status: Type.Optional(wordField(statuses, 'Only calls in this state; absent for all.')),
  waitsFor: Type.Optional(wordField(waits, 'Only calls that wait for this, or did; absent for all.')),
  sort: sortField(['createdAt']),
});
export type ToolCallQuery = Static<typeof ToolCallQuery>;

/** The body of a decision. */
export const ToolCallDecision = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'Reason of the decision: up to 2,000 characters. The model reads that of a denial.',
        examples: ['Within our policy.'],
      }),
    ),
  },
  { additionalProperties: false, title: 'ToolCallDecision', 'x-shown': ['reason'] },
);
export type ToolCallDecision = Static<typeof ToolCallDecision>;
