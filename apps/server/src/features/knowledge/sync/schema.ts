import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { mostlyNull, orNull, timeField, timeOrNull } from '../../../schemas/fields.ts';
import { listQuery } from '../../../schemas/lists.ts';
import { amountField, syncCauses, wordField } from '../schema.ts';

/** Outcomes of a sync. */
export const syncOutcomes = ['running', 'ready', 'unchanged', 'failed', 'review', 'approved', 'rejected'] as const;
export type SyncOutcome = (typeof syncOutcomes)[number];

const Place = Type.Object({
  title: Type.String({ description: 'Title of the document.', examples: ['Returns'] }),
  quote: Type.String({ description: 'The passage.', examples: ['Within 30 days.'] }),
});

/** The questions whose passage a sync changes. */
export const Replay = Type.Object(
  {
    questions: amountField('Number of past questions that were asked again.', 50),
    changes: Type.Array(
      Type.Object({
        question: Type.String({ description: 'The question.', examples: ['Can I return a book?'] }),
        before: mostlyNull(Place, 'Passage that was found before; null for no passage.'),
        after: mostlyNull(Place, 'Passage that is found now; null for no passage.'),
      }),
      { description: 'The questions whose first or cited passage changes.' },
    ),
    note: mostlyNull(Type.String({ examples: ['The time was up.'] }), 'Why questions were left out; else null.'),
  },
  { title: 'KnowledgeReplay' },
);
export type Replay = Static<typeof Replay>;

/** Results of a sync, in numbers. */
const SyncFactsField = Type.Object(
  {
    added: amountField('Number of documents that are new.', 1),
    changed: amountField('Number of documents whose text has changed.', 2),
    unchanged: amountField('Number of documents that are as they were; they were not indexed again.', 27),
    removed: amountField('Number of documents that are gone.', 0),
    skipped: amountField('Number of documents that were left out, with a reason.', 0),
    chunks: amountField('Number of chunks that were indexed.', 31),
  },
  { description: 'Results in numbers.' },
);
export type SyncFacts = Static<typeof SyncFactsField>;

/** A sync as the API returns it. */
export const SourceSync = Type.Object(
  {
    _id: Type.String({ description: 'Sync identifier.', examples: [ids.sync] }),
    source: Type.String({ description: 'Identifier of the knowledge source.', examples: [ids.source] }),
    version: amountField('The version that it made.', 4),
    cause: wordField(
      syncCauses,
      'Why it began: `created`, `changed`, `requested`, `scheduled`, or `edited` for chunks that were edited.',
    ),
    outcome: wordField(
      syncOutcomes,
      '`running`; `ready` or `unchanged`; `failed`; `review` while it waits for one, then `approved` or `rejected`.',
    ),
    facts: SyncFactsField,
    error: mostlyNull(
      Type.Object({
        code: Type.String({ description: 'The stable code.', examples: ['unreachable'] }),
        message: Type.String({ description: 'Description of the problem.', examples: ['The page can’t be reached.'] }),
      }),
      'Why it failed; null if it did not.',
    ),
    replay: orNull(Replay, 'Past questions whose passage it changes; null if none were asked again.'),
    createdAt: timeField('Time at which it began'),
    endedAt: timeOrNull('Time at which it ended', 'null while it runs', times.updated),
  },
  { title: 'KnowledgeSync' },
);

/** The parameters of the list. */
export const SyncQuery = listQuery({});
export type SyncQuery = Static<typeof SyncQuery>;
