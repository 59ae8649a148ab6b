import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { FieldChange, StoredChanges } from './happening.ts';
import { textMark } from './text-mark.ts';

/** A field that may have changed. */
interface Compared extends FieldChange {
  /** True if its values are personal or long: the event shows their `TextMark`. */
  readonly isPrivate: boolean;
}

/**
 * Returns the changes of an event in a workspace, without the fields that are as they were. Private values are shown
 * by their marks, unless the workspace asks for texts, which the statement of the event looks up.
 */
export function privateChanges(
  workspace: string,
  compared: readonly Compared[],
): readonly FieldChange[] | StoredChanges | undefined {
  const changed = compared.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (changed.length === 0) return undefined;
  const plain = changed.map(({ field, before, after }) => ({ field, before, after }));
  if (!changed.some(({ isPrivate }) => isPrivate)) return plain;
  const marked = changed.map(({ field, before, after, isPrivate }) =>
    isPrivate ? { field, before: markOf(before), after: markOf(after) } : { field, before, after },
  );
  const args = { ofWorkspace: workspace, asTexts: JSON.stringify(plain), asMarks: JSON.stringify(marked) };
  return { name: 'private changes', args, build };
}

/** What an event shows of a value: that of its JSON, if it isn't a text. */
const markOf = (value: unknown) =>
  textMark(value === null || typeof value === 'string' ? value : JSON.stringify(value));

const build: StoredChanges['build'] = (db, { ofWorkspace, asTexts, asMarks }) => {
  const asksForTexts = db.query
    .selectFrom('workspaces')
    .select('audit_texts')
    .where('id', '=', ofWorkspace as string);
  return sql<string>`case ${asksForTexts} when 1 then cast(${asTexts} as text) else cast(${asMarks} as text) end`;
};
