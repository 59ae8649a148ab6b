import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../examples.ts';

/** The body that tells that its sender is in a conversation, or leaves it. */
export const PresenceDraft = Type.Object(
  {
    typing: Type.Boolean({ description: 'True if the sender is typing a message.', examples: [true] }),
    here: Type.Optional(
      Type.Boolean({ description: 'False if the sender leaves; true unless set.', default: true, examples: [true] }),
    ),
  },
  { additionalProperties: false, title: 'PresenceDraft' },
);
export type PresenceDraft = Static<typeof PresenceDraft>;

/** The people in a conversation now. */
export const Presence = Type.Object(
  {
    conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
    people: Type.Array(
      Type.Object({
        user: Type.String({
          description: 'Identifier of the person; `person` for a visitor, who is not told which.',
          examples: [ids.user],
        }),
        name: Type.String({ description: 'Name of the person; empty for a visitor.', examples: ['Nora'] }),
        typing: Type.Boolean({ description: 'True if the person is typing.', examples: [true] }),
      }),
      { description: 'The people who look at it, at most 20. A visitor gets at most one, who is typing.' },
    ),
    visitor: Type.Union(
      [
        Type.Object({
          typing: Type.Boolean({ description: 'True if the visitor is typing.', examples: [false] }),
        }),
        Type.Null(),
      ],
      { description: 'The visitor; null if none has been heard of for 15 s, and always null for a visitor.' },
    ),
  },
  { title: 'Presence', description: 'The people in a conversation now. Each is gone 15 s after the last sign.' },
);
export type Presence = Static<typeof Presence>;

/** A conversation in its workspace. */
export interface Place {
  readonly conversation: string;
  readonly workspace: string;
}

/** A change of the presence in a conversation. */
export interface PresenceChange extends Place {
  /** The people in it now, as JSON. */
  readonly presence: string;
}

/** Knows the people in each conversation. */
export interface PresenceBoard {
  /** The people in a conversation, as a visitor or a member sees them. */
  of(conversation: string, isVisitor: boolean): Presence;
  /** Calls `stir` when the presence in a conversation may have changed, until the returned function is called. */
  follow(place: Place, stir: () => void): () => void;
  /** Tells the presence in the conversations of workspaces now and as it changes, until the function is called. */
  watch(workspaces: readonly string[], tell: (change: PresenceChange) => void): () => void;
}
