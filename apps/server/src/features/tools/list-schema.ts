import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../schemas/examples.ts';
import { fieldsField, idFilter, listQuery, sortField, type WithFields } from '../../schemas/lists.ts';
import { type ToolType, toolTypes } from '../../tools/kinds.ts';

/** The parameters of the list. */
export const ToolQuery = listQuery({
  workspaceId: idFilter('Only tools of this workspace', ids.workspace),
  type: Type.Optional(
    Type.Unsafe<ToolType>(
      Type.String({ enum: [...toolTypes], description: 'Only tools of this kind; absent for all.' }),
    ),
  ),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Only the tool with exactly this name; absent for all.',
      examples: ['find_order'],
    }),
  ),
  sort: sortField(['createdAt', 'updatedAt', 'name']),
  fields: fieldsField('name,type'),
});
/** The parameters, with the fields of the items. */
export type ToolSelection = WithFields<Static<typeof ToolQuery>>;

/** The kinds of tools. */
export const ToolTypeList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          type: Type.Unsafe<ToolType>(Type.String({ enum: [...toolTypes], description: 'The `type` of its tools.' })),
          title: Type.String({ description: 'Name of the kind.', examples: ['Your program'] }),
          description: Type.String({
            description: 'Purpose of the kind.',
            examples: ['Your own program runs the call, and sends its result.'],
          }),
          settings: Type.Record(Type.String(), Type.Unknown(), {
            description: 'JSON Schema of its settings, with titles, descriptions and defaults.',
            examples: [{ type: 'object', properties: {}, additionalProperties: false }],
          }),
          takesSchema: Type.Boolean({
            description: 'True if its tools have an `inputSchema`.',
            examples: [true],
          }),
          functions: Type.Array(
            Type.Object(
              {
                function: Type.String({ description: 'Its name in `settings`.', examples: ['current_time'] }),
                title: Type.String({ description: 'Name of the function.', examples: ['Current time'] }),
                description: Type.String({
                  description: 'Its description for the model.',
                  examples: ['Returns the current date, time and weekday.'],
                }),
              },
              { title: 'ToolFunction' },
            ),
            { description: 'The functions of `builtin`; empty for other kinds.', examples: [[]] },
          ),
        },
        { title: 'ToolKind' },
      ),
      { description: 'Every kind that this version has.' },
    ),
  },
  { title: 'ToolTypeList' },
);
export type ToolTypeList = Static<typeof ToolTypeList>;
