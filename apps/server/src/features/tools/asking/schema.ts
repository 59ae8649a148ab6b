import { type Static, Type } from 'typebox';
import { exampleSecrets as secrets, exampleTimes as times } from '../../../schemas/examples.ts';
import { mostlyNull, textLike, timeField, timeOrNull, UserEmail } from '../../../schemas/fields.ts';
import { CallArguments } from '../calls/schema.ts';

const token = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The token in the link: what follows `#token=`.',
  examples: [secrets.token],
});

/** The body that shows what a link is for. */
export const ApprovalLinkToken = Type.Object({ token }, { additionalProperties: false, title: 'ApprovalLinkToken' });

/** The body that decides. */
export const ApprovalLinkDecision = Type.Object(
  {
    token,
    decision: Type.Unsafe<'approve' | 'deny'>(
      Type.String({ enum: ['approve', 'deny'], description: 'The decision, which is final.' }),
    ),
    // All of the body has 8 KiB, as this needs no sign-in.
    reason: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Reason of the decision: up to 1,000 characters. The model reads that of a denial.',
        examples: ['Within our policy.'],
      }),
    ),
  },
  { additionalProperties: false, title: 'ApprovalLinkDecision' },
);
export type ApprovalLinkDecision = Static<typeof ApprovalLinkDecision>;

const states = ['waiting', 'approved', 'denied', 'expired'] as const;

/** The call that a link is for. */
export const ApprovalLink = Type.Object(
  {
    toolName: Type.String({ description: 'Name by which the model called the tool.', examples: ['refund_order'] }),
    agentName: Type.String({ description: 'Name of the agent that wants to call it.', examples: ['Support'] }),
    workspaceName: Type.String({ description: 'Name of the workspace.', examples: ['Acme'] }),
    arguments: CallArguments,
    email: UserEmail,
    state: Type.Unsafe<(typeof states)[number]>(
      Type.String({
        enum: [...states],
        description: '`waiting` for a decision, `approved`, `denied`, or `expired` without a decision.',
      }),
    ),
    deadline: timeField('Time at which the call and the link expire', times.later),
    decidedBy: mostlyNull(textLike('Grace Hopper'), 'Name or email of the user who decided; null without a decision.'),
    decidedAt: timeOrNull('Time of the decision', 'null without one', null),
  },
  { title: 'ApprovalLink' },
);
export type ApprovalLink = Static<typeof ApprovalLink>;
