import { type Static, Type } from 'typebox';
import { scoreField } from './conversations/satisfaction.ts';
import { EventActor } from './events.ts';
import { exampleIds as ids, exampleTimes as times } from './examples.ts';
import { mostlyNull, textLike, timeField } from './fields.ts';
import { listQuery, sortField } from './lists.ts';

/** The kinds of entries. */
export const entryTypes = [
  'taken',
  'given_back',
  'handed_over',
  'assigned',
  'returned',
  'snoozed',
  'closed',
  'reopened',
  'tagged',
  'noted',
  'rated',
] as const;
export type EntryType = (typeof entryTypes)[number];

/** The entries that a visitor sees. */
export const shownEntries: readonly EntryType[] = ['taken', 'given_back', 'handed_over', 'closed', 'reopened'];

const Tags = (description: string) =>
  Type.Optional(
    Type.Array(Type.String(), { description: `${description}; with a change of tags.`, examples: [['shipping']] }),
  );

/** The details of an entry. Which of them are there depends on its type. */
const EntryData = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        description:
          'Why it was handed over to people, in a word or a sentence; of `returned`, `late` (the person did not answer in ' +
          'time), `left` (the person can’t answer any more) or `rested` (its rest is over).',
        examples: ['asked'],
      }),
    ),
    summary: Type.Optional(
      mostlyNull(
        textLike('The parcel of order 10-4432 is late, and the customer wants the money back.'),
        'Its subject, for the person who takes it; null without. Of `handed_over` to people alone.',
      ),
    ),
    agent: Type.Optional(
      Type.String({
        description: 'Identifier of the agent that handed it over; absent if it was another. Of `handed_over` alone.',
        examples: [ids.agent],
      }),
    ),
    toAgent: Type.Optional(
      Type.String({
        description: 'Identifier of the agent that replies from then on. Of `handed_over` to an agent alone.',
        examples: [ids.agent],
      }),
    ),
    from: Type.Optional(
      mostlyNull(
        textLike(ids.otherUser),
        'User identifier of the person who had it before; null if the agent had it. Of `taken` and `returned`.',
      ),
    ),
    assignee: Type.Optional(
      mostlyNull(
        textLike(ids.user),
        'User identifier of the person who is responsible from then on; null for no person.',
      ),
    ),
    team: Type.Optional(
      mostlyNull(textLike(ids.team), 'Identifier of the team that is responsible from then on; null for none.'),
    ),
    snoozedUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Time until which it rests (ISO 8601).',
        examples: [times.later],
      }),
    ),
    text: Type.Optional(
      Type.String({
        description: 'The text of a note, in Markdown; empty once it was deleted. Of `noted` alone.',
        examples: ['@Nora knows this customer.'],
      }),
    ),
    mentions: Type.Optional(
      Type.Array(Type.String(), {
        description: 'User identifiers of the people that a note mentions. Of `noted` alone.',
        examples: [[ids.otherUser]],
      }),
    ),
    editedAt: Type.Optional(
      Type.String({
        ...{ format: 'date-time', examples: [times.updated] },
        description: 'Time of the last change of a note or an answer (ISO 8601); absent if it is as it was written.',
      }),
    ),
    deletedAt: Type.Optional(
      Type.String({
        ...{ format: 'date-time', examples: [times.later] },
        description: 'Time at which a note was deleted (ISO 8601); its text and its mentions are gone.',
      }),
    ),
    score: Type.Optional(scoreField('Satisfaction of the visitor: 1 to 5. Of `rated` alone.')),
    comment: Type.Optional(
      mostlyNull(textLike('Fast and friendly.'), 'Comment of the visitor beside it; null without. Of `rated` alone.'),
    ),
    added: Tags('Tags that it got'),
    removed: Tags('Tags that it lost'),
  },
  { description: 'Details; which of them are there depends on the type.' },
);
export type EntryData = Static<typeof EntryData>;

/** Something that happened to a conversation beside its messages. */
export const ConversationEntry = Type.Object(
  {
    _id: Type.String({ description: 'Entry identifier, assigned by the service.', examples: [ids.entry] }),
    conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
    type: Type.Unsafe<EntryType>(
      Type.String({
        enum: [...entryTypes],
        description:
          '`taken`: a person took over. `given_back`: its agent replies again. `handed_over`: to people who have not ' +
          'taken it yet, or to another agent. `assigned`: to a person or a team. `returned`: by the service, to the queue or to ' +
          'another person. `snoozed`: rests until a time. `closed`, `reopened`, `tagged`. `noted`: a private note. ' +
          '`rated`: its visitor answered how satisfied they are.',
        examples: ['taken'],
      }),
    ),
    actor: EventActor,
    data: EntryData,
    createdAt: timeField('Time at which it happened'),
  },
  { title: 'ConversationEntry', description: 'Something that happened to a conversation beside its messages.' },
);
export type ConversationEntry = Static<typeof ConversationEntry>;

/** The parameters of the list. */
export const EntryQuery = listQuery({ sort: sortField(['createdAt'], 'createdAt') });
export type EntryQuery = Static<typeof EntryQuery>;

/** An entry as it is written. */
export interface NewEntry {
  readonly workspace: string;
  readonly conversation: string;
  readonly type: EntryType;
  readonly data?: EntryData;
  /** Its ID and its time in ms since 1970, if they are known before; otherwise new and now. */
  readonly known?: { readonly id: string; readonly at: number };
}

/** The events of notes. */
export type NoteEvent = `conversation.${'noted' | 'note_updated' | 'note_deleted'}`;
