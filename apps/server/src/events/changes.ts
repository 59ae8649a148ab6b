import { isDeepStrictEqual } from 'node:util';
import { maxLine, type StoredChanges, textsOrMarks } from '../storage/changes/stored-changes.ts';
import type { FieldChange } from './happening.ts';
import { textMark } from './text-mark.ts';

/** A field that a change may have set, with its values as the API has them. */
export interface Field extends FieldChange {
  /** True if events show only the mark of its values, however short they are. */
  readonly isPrivate?: boolean;
}

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
  return texts === marks ? marked : textsOrMarks(workspace, texts, marks);
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
