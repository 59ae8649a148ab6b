import { Type } from 'typebox';
import { exampleIds as ids } from './examples.ts';

/** A value, or null. */
export const orNull = <const Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** The actor of an event. */
export const EventActor = Type.Object(
  {
    kind: Type.String({
      enum: ['person', 'key', 'visitor', 'channel', 'system', 'operator'],
      description:
        '`person` in the dashboard, `key` for a program, `visitor` of a channel, `channel` for users of a platform, ' +
        '`system` for the service itself, or `operator` at the command line.',
      examples: ['key'],
    }),
    id: Type.String({
      description: 'Identifier of the person, key, visitor or channel; otherwise its kind again.',
      examples: [ids.apiKey],
    }),
    name: Type.Optional(Type.String({ description: 'Its name, while it exists.', examples: ['Deployment'] })),
    hint: Type.Optional(Type.String({ description: 'The last characters of the key.', examples: ['…x7Qa'] })),
    user: Type.Optional(
      Type.String({ description: 'Identifier of the person whose key it is.', examples: [ids.user] }),
    ),
    channel: Type.Optional(
      Type.String({ description: 'Identifier of the channel of a visitor.', examples: [ids.channel] }),
    ),
  },
  { title: 'EventActor', description: 'The person, key, visitor, channel or service that did it.' },
);

const FieldChange = Type.Object(
  {
    field: Type.String({ description: 'Name of the field.', examples: ['temperature'] }),
    before: Type.Unknown({ description: 'Its value before; null without.', examples: [0.7] }),
    after: Type.Unknown({ description: 'Its value after; null without.', examples: [0.2] }),
  },
  {
    title: 'FieldChange',
    description:
      'A field that was set. Prompts, contents and other long or private texts are `{sha256, length}`, unless the ' +
      'workspace asks for texts. A secret that was set, changed or removed has null before and after.',
  },
);

/** The workspace of an event. */
export const workspaceField = orNull(
  Type.String({ examples: [ids.workspace] }),
  'Its workspace; null for the whole account.',
);

/** The changes of an event. */
export const changesField = Type.Array(FieldChange, { description: 'The fields that it changed.' });
