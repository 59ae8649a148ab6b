import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { FieldChange, StoredChanges } from './happening.ts';
import { textMark } from './text-mark.ts';

/** A field that a change may have set, with its values as the API has them. */
export interface Field extends FieldChange {
  /** True if events show only the mark of its values, however short they are. */
  readonly isPrivate?: boolean;
}

/** Max characters of a text that events show whole, if it is one line. */
export const maxLine = 200;

/** Max characters of another value as JSON that events show whole. */
const maxJson = 2_000;

/** Returns what an event says of a secret that was set, changed or removed. */
export const changedSecret = (field: string): FieldChange => ({ field, before: null, after: null });

/**
 * Returns the changes of an event: the fields whose values differ, and secrets. Long and private values are shown by
 * their marks, unless the workspace asks for texts when the event is written. Undefined if nothing differs.
 */
export function changesOf(
  workspace: string,
  fields: readonly Field[],
  secrets: readonly string[] = [],
): readonly FieldChange[] | StoredChanges | undefined {
  const differing = fields
    .map(({ before, after, ...field }) => ({ ...field, before: before ?? null, after: after ?? null }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
  const hidden = secrets.map(changedSecret);
  if (differing.length + hidden.length === 0) return undefined;
  const whole = [...differing.map(({ field, before, after }) => ({ field, before, after })), ...hidden];
  const marked = [...differing.map(markedChange), ...hidden];
  const [texts, marks] = [JSON.stringify(whole), JSON.stringify(marked)];
  return texts === marks
    ? marked
    : { ...chosen, args: { change_of: workspace, change_texts: texts, change_marks: marks } };
}

const markedChange = ({ field, before, after, isPrivate = false }: Field): FieldChange => ({
  field,
  before: isPrivate || isLong(before) ? markOf(before) : before,
  after: isPrivate || isLong(after) ? markOf(after) : after,
});

const isLong = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > maxLine || value.includes('\n') : JSON.stringify(value).length > maxJson;

const markOf = (value: unknown) =>
  value === null ? null : textMark(typeof value === 'string' ? value : JSON.stringify(value));

/** Chooses between texts and their marks, as the workspace asks at that moment. */
const chosen: Omit<StoredChanges, 'args'> = {
  name: 'changes.chosen',
  build: (_db, args) =>
    sql<string>`case when ${showsTexts(args['change_of'])} then cast(${args['change_texts']} as text)
      else cast(${args['change_marks']} as text) end`,
};

/** A condition: events of the workspace show texts. */
export const showsTexts = (workspace: string | number | null | undefined) =>
  sql<boolean>`exists (select 1 from workspaces where id = cast(${workspace} as text) and audit_texts = 1)`;
