import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { nameField, timeField } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { idFilter, listQuery, sortField } from '../../schemas/lists.ts';

/** Max teams of a workspace, and max members of a team. */
export const maxTeams = 100;
const maxTeamMembers = 100;

/** The way in which a team gives its conversations to its members. */
export const assignments = ['round_robin', 'least_busy', 'manual'] as const;
export type Assignment = (typeof assignments)[number];

const Name = nameField({
  ...{ most: 80, maxLength: 200, example: 'Orders' },
  description: 'Team name: 1 to 80 characters after trimming, unique in its workspace, upper and lower case alike.',
});

const Limit = Type.Union([Type.Integer({ minimum: 1, maximum: 100, examples: [5] }), Type.Null()], {
  description: 'Max open conversations that the team gives the member at a time: 1 to 100; null for any number.',
  examples: [5],
  'x-message': 'must be 1 to 100, or null for any number',
});

const user = { minLength: 1, maxLength: maxCharacters.id, examples: [ids.user] };

const Members = Type.Array(
  Type.Object(
    {
      user: Type.String({ ...user, description: 'User identifier of a member of the workspace, at least an editor.' }),
      limit: Type.Optional(Limit),
    },
    { additionalProperties: false, title: 'TeamMemberDraft' },
  ),
  {
    minItems: 1,
    maxItems: maxTeamMembers,
    description: 'Its members in their order, 1 to 100. They replace earlier ones as a whole.',
    examples: [[{ user: ids.user, limit: 5 }]],
    'x-message': 'must have 1 to 100 members: a team needs at least one',
  },
);

const Assignment = Type.Unsafe<Assignment>(
  Type.String({
    enum: [...assignments],
    description:
      'How conversations get a member: `round_robin` (by turns), `least_busy` (the fewest open conversations) or ' +
      '`manual` (a member takes them). `round_robin` unless set.',
    examples: ['round_robin'],
  }),
);

const AnswerWithin = Type.Union([Type.Integer({ minimum: 30, maximum: 86_400, examples: [300] }), Type.Null()], {
  description:
    'Seconds after which a conversation that its assignee hasn’t answered is handed on: 30 to 86,400; null for never. ' +
    'Null unless set.',
  examples: [300],
  'x-message': 'must be 30 to 86,400 seconds, or null for never',
});

/** A team as the API returns it. */
export const Team = Type.Object(
  {
    _id: Type.String({ description: 'Team identifier.', examples: [ids.team] }),
    workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
    name: Name,
    members: Type.Array(
      Type.Object(
        { user: Type.String({ description: 'User identifier.', examples: [ids.user] }), limit: Limit },
        { title: 'TeamMember' },
      ),
      {
        description: 'Its members in their order. Empty once the last of them has left the workspace.',
        examples: [[{ user: ids.user, limit: 5 }]],
      },
    ),
    assignment: Assignment,
    answerWithin: AnswerWithin,
    createdAt: timeField('Time of creation'),
    updatedAt: timeField('Time of the last change', times.updated),
  },
  { title: 'Team' },
);
export type Team = Static<typeof Team>;

/** The body that creates a team. */
export const TeamDraft = Type.Object(
  {
    workspaceId: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: maxCharacters.id, examples: [ids.workspace] },
        description: 'Identifier of its workspace; may be absent if you reach a single one.',
      }),
    ),
    name: Name,
    members: Members,
    assignment: Type.Optional(Assignment),
    answerWithin: Type.Optional(AnswerWithin),
  },
  { additionalProperties: false, title: 'TeamDraft', 'x-shown': ['name', 'members', 'answerWithin'] },
);
export type TeamDraft = Static<typeof TeamDraft>;

/** Fields that the service owns: accepted in an update if they equal the stored value, so that a read can be echoed. */
export const readOnlyFields = ['_id', 'workspace', 'createdAt', 'updatedAt'] as const;

/** The body that changes a team; absent fields stay unchanged. */
export const TeamChanges = Type.Object(
  {
    name: Type.Optional(Name),
    members: Type.Optional(Members),
    assignment: Type.Optional(Assignment),
    answerWithin: Type.Optional(AnswerWithin),
    _id: Type.Optional(Type.String({ description: 'Read-only.', examples: [ids.team] })),
    workspace: Type.Optional(Type.String({ description: 'Read-only.', examples: [ids.workspace] })),
    createdAt: Type.Optional(Type.String({ description: 'Read-only.', examples: [times.created] })),
    updatedAt: Type.Optional(Type.String({ description: 'Read-only.', examples: [times.updated] })),
  },
  { additionalProperties: false, title: 'TeamChanges', 'x-shown': ['assignment', 'answerWithin'] },
);
export type TeamChanges = Static<typeof TeamChanges>;

/** The path of one team. */
export const TeamPath = Type.Object({ id: Type.String({ description: 'Team identifier.', examples: [ids.team] }) });

/** The parameters of the list. */
export const TeamQuery = listQuery({
  workspaceId: idFilter('Only teams of this workspace', ids.workspace),
  sort: sortField(['createdAt', 'updatedAt', 'name']),
});
export type TeamQuery = Static<typeof TeamQuery>;
