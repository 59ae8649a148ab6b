import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { nameField, orNull, textLike, timeField } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { fieldsField, idFilter, listQuery, sortField, type WithFields } from '../../schemas/lists.ts';

/** Max saved replies of a workspace, and max characters of their parts. */
export const savedReplyBounds = { ofWorkspace: 1_000, name: 80, text: 10_000 } as const;

const example = 'Hello {{visitor.name|there}}, your parcel is on its way.';

const Name = nameField({
  ...{ most: savedReplyBounds.name, maxLength: savedReplyBounds.name + 20, example: 'Parcel is on its way' },
  description:
    'Name by which people find it: 1 to 80 characters. Unique among the shared ones of a workspace, and among those ' +
    'of one person, in whatever case.',
});
const Text = Type.String({
  ...{ minLength: 1, maxLength: savedReplyBounds.text, pattern: '\\S', examples: [example] },
  description:
    'The text, 1 to 10,000 characters of Markdown. Variables are `{{visitor.name}}`, `{{visitor.email}}` and other ' +
    'keys of the form, `{{agent.name}}` and `{{me.name}}`; `{{visitor.name|there}}` has a fallback.',
  'x-message': 'must have 1 to 10,000 characters, not only white space',
});
const IsShared = Type.Boolean({
  description: 'True if all members of the workspace see it; false for its author alone. True unless set.',
  examples: [true],
});

/** A saved reply as the API returns it. */
export const SavedReply = Type.Object(
  {
    _id: Type.String({ description: 'Saved reply identifier.', examples: [ids.savedReply] }),
    workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
    name: Name,
    text: Text,
    isShared: IsShared,
    createdBy: orNull(textLike(ids.user), 'Identifier of its author; null if that person was deleted.'),
    createdAt: timeField('Time of creation'),
    updatedAt: timeField('Time of the last change', times.updated),
  },
  { title: 'SavedReply' },
);
export type SavedReply = Static<typeof SavedReply>;

/** The body that creates a saved reply. */
export const SavedReplyDraft = Type.Object(
  {
    workspaceId: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: maxCharacters.id, examples: [ids.workspace] },
        description: 'Identifier of its workspace; may be absent if you reach a single one.',
      }),
    ),
    name: Name,
    text: Text,
    isShared: Type.Optional(IsShared),
  },
  { additionalProperties: false, title: 'SavedReplyDraft', 'x-shown': ['name', 'text'] },
);
export type SavedReplyDraft = Static<typeof SavedReplyDraft>;

/** Fields that the service owns: accepted in an update if they equal the stored value, so that a read can be echoed. */
export const readOnlyFields = ['_id', 'workspace', 'createdBy', 'createdAt', 'updatedAt'] as const;

/** The body that updates a saved reply; absent fields stay unchanged. */
export const SavedReplyChanges = Type.Object(
  {
    name: Type.Optional(Name),
    text: Type.Optional(Text),
    isShared: Type.Optional(IsShared),
    _id: Type.Optional(Type.String({ description: 'Read-only.', examples: [ids.savedReply] })),
    workspace: Type.Optional(Type.String({ description: 'Read-only.', examples: [ids.workspace] })),
    createdBy: Type.Optional(orNull(textLike(ids.user), 'Read-only.')),
    createdAt: Type.Optional(Type.String({ description: 'Read-only.', examples: [times.created] })),
    updatedAt: Type.Optional(Type.String({ description: 'Read-only.', examples: [times.updated] })),
  },
  { additionalProperties: false, title: 'SavedReplyChanges', 'x-shown': ['text'] },
);
export type SavedReplyChanges = Static<typeof SavedReplyChanges>;

/** The path of one saved reply. */
export const SavedReplyPath = Type.Object({
  id: Type.String({ description: 'Saved reply identifier.', examples: [ids.savedReply] }),
});

/** The parameters of the list. */
export const SavedReplyQuery = listQuery({
  workspaceId: idFilter('Only saved replies of this workspace', ids.workspace),
  q: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: maxCharacters.search, examples: ['parcel'] },
      description: 'Only saved replies whose name or text contains this text, in whatever case; absent for all.',
    }),
  ),
  sort: sortField(['name', 'createdAt', 'updatedAt'], 'name'),
  fields: fieldsField('name,text'),
});
/** The parameters, with the fields of the items. */
export type SavedReplySelection = WithFields<Static<typeof SavedReplyQuery>>;

/** The body that renders a saved reply. */
export const SavedReplyRendering = Type.Object(
  {
    conversation: Type.String({
      ...{ minLength: 1, maxLength: maxCharacters.id, examples: [ids.conversation] },
      description: 'Identifier of the conversation that the values are from; of the same workspace.',
    }),
  },
  { additionalProperties: false, title: 'SavedReplyRendering' },
);

/** A rendered saved reply. */
export const RenderedReply = Type.Object(
  {
    text: Type.String({
      description: 'The text with the values of its variables. Nothing was sent.',
      examples: ['Hello Ada, your parcel is on its way.'],
    }),
    missing: Type.Array(Type.String(), {
      description: 'Names of the variables without a value and a fallback, which are left out; may be empty.',
      examples: [[]],
    }),
  },
  { title: 'RenderedReply' },
);
export type RenderedReply = Static<typeof RenderedReply>;
