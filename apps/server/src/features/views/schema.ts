import { type Static, type TObject, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { nameField, orNull, textLike, timeField } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { idFilter, listQuery, sortField } from '../../schemas/lists.ts';

/** Max views of a workspace. */
export const maxViews = 100;

/** Max bytes of the filters of a view as JSON: that of a URL. */
export const maxFilterBytes = 8_192;

/** The number at which a count stops. */
export const maxCount = 100;

/** Values of filters, which are checked by the schema of conversations. */
export type Filters = Readonly<Record<string, unknown>>;

const Name = nameField({
  ...{ most: 80, maxLength: 100, example: 'Shipping' },
  description:
    'Name of the view: 1 to 80 characters. Unique among the shared ones of a workspace, and among those of one person, ' +
    'in whatever case.',
});
const IsShared = Type.Boolean({
  description: 'True if all members of the workspace see it; false for its author alone. True unless set.',
  examples: [true],
});

const owned = {
  _id: Type.String({ description: 'View identifier.', examples: [ids.view] }),
  workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
  createdBy: orNull(textLike(ids.user), 'Identifier of its author; null if that person was deleted.'),
  createdAt: timeField('Time of creation'),
  updatedAt: timeField('Time of the last change', times.updated),
};

/** A view as the service handles it. */
export interface View {
  readonly _id: string;
  readonly workspace: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly createdBy: string | null;
  readonly filters: Filters;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Fields that the service owns: accepted in an update if they equal the stored value, so that a read can be echoed. */
export const readOnlyFields = ['_id', 'workspace', 'createdBy', 'createdAt', 'updatedAt'] as const;

/** The schemas of bodies and answers, with those of the filters. */
export function viewSchemas(given: TObject) {
  const filters = Type.Unsafe<Filters>(given);
  // A name of its own in the clients, where those of a body have other types.
  const kept = Type.Unsafe<Filters>(
    Type.Object(given.properties, { title: 'KeptFilters', 'x-shown': ['status', 'tag'] }),
  );
  const fields = { ...owned, name: Name, isShared: IsShared, filters: kept };
  return {
    View: Type.Object(fields, { title: 'View' }),
    ListedView: Type.Object(
      {
        ...fields,
        count: Type.Optional(
          Type.Union([Type.Integer({ minimum: 0, maximum: maxCount, examples: [7] }), Type.Null()], {
            description:
              'Number of its conversations; 100 means 100 or more, and null that counting took too long. Absent unless ' +
              '`includeCounts` is true.',
          }),
        ),
      },
      { title: 'ListedView' },
    ),
    ViewDraft: Type.Object(
      {
        workspaceId: Type.Optional(
          Type.String({
            ...{ minLength: 1, maxLength: maxCharacters.id, examples: [ids.workspace] },
            description: 'Identifier of its workspace; may be absent if you reach a single one.',
          }),
        ),
        name: Name,
        filters,
        isShared: Type.Optional(IsShared),
      },
      { additionalProperties: false, title: 'ViewDraft', 'x-shown': ['name', 'filters'] },
    ),
    ViewChanges: Type.Object(
      {
        name: Type.Optional(Name),
        filters: Type.Optional(filters),
        isShared: Type.Optional(IsShared),
        _id: Type.Optional(Type.String({ description: 'Read-only.', examples: [ids.view] })),
        workspace: Type.Optional(Type.String({ description: 'Read-only.', examples: [ids.workspace] })),
        createdBy: Type.Optional(orNull(textLike(ids.user), 'Read-only.')),
        createdAt: Type.Optional(Type.String({ description: 'Read-only.', examples: [times.created] })),
        updatedAt: Type.Optional(Type.String({ description: 'Read-only.', examples: [times.updated] })),
      },
      { additionalProperties: false, title: 'ViewChanges', 'x-shown': ['name'] },
    ),
  };
}
type Schemas = ReturnType<typeof viewSchemas>;
export type ViewDraft = Static<Schemas['ViewDraft']>;
export type ViewChanges = Static<Schemas['ViewChanges']>;

/** The path of one view. */
export const ViewPath = Type.Object({ id: Type.String({ description: 'View identifier.', examples: [ids.view] }) });

/** The parameters of the list. */
export const ViewQuery = listQuery({
  workspaceId: idFilter('Only views of this workspace', ids.workspace),
  includeCounts: Type.Boolean({
    default: false,
    description: 'True to add `count`, the number of conversations, to each view; false by default.',
    examples: [true],
  }),
  sort: sortField(['name', 'createdAt', 'updatedAt'], 'name'),
});
export type ViewQuery = Static<typeof ViewQuery>;
