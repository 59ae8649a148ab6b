import { changesOf, type Field } from '../../events/changes.ts';
import type { FieldChange } from '../../events/happening.ts';
import type { StoredChanges } from '../../storage/changes/stored-changes.ts';
import type { HeldFile, Settings } from './settings-schema.ts';
import type { SourceFacts } from './store.ts';

/** Fields of a source after a change; undefined for what stays. */
interface After {
  readonly settings: Settings;
  readonly name?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly syncInterval?: string | null | undefined;
  /** The names of secrets that were set, changed or removed. */
  readonly secrets?: readonly string[];
}

/** The changes of a source for its event. Contents are shown by their hash and size, and secrets are only named. */
export function changedFields(
  before: SourceFacts,
  { settings, secrets = [], ...after }: After,
): readonly FieldChange[] | StoredChanges | undefined {
  const set = (field: 'name' | 'externalId' | 'syncInterval'): Field => ({
    ...{ field, before: before[field], after: after[field] === undefined ? before[field] : after[field] },
  });
  const was: unknown = JSON.parse(before.metadata);
  const fields: readonly Field[] = [
    ...[set('name'), set('externalId'), set('syncInterval')],
    { field: 'metadata', before: was, after: after.metadata ?? was, isPrivate: true },
    ...settingsOf(before.settings, settings),
  ];
  return changesOf(before.workspace, fields, secrets);
}

const plain = ['url', 'include', 'exclude', 'maxPages', 'maxDepth'] as const;
const ofConnection = ['branch', 'folder', 'bucket', 'region', 'accessKeyId', 'root'] as const;

const settingsOf = (before: Settings, after: Settings): readonly Field[] => [
  ...plain.map((field) => ({ field, before: before[field], after: after[field] })),
  ...ofConnection.map((field) => ({
    ...{ field: `connection.${field}`, before: before.connection?.[field], after: after.connection?.[field] },
  })),
  { field: 'file', before: fileMark(before.file), after: fileMark(after.file) },
  { field: 'text', before: blobMark(before.text), after: blobMark(after.text) },
];

const fileMark = (file: HeldFile | null) => file && { name: file.name, type: file.contentType, ...blobMark(file) };

/** Returns the mark of a content that is too long for an event: SHA-256 in hex, and the size in bytes. */
export const blobMark = (of: { readonly hash: string; readonly bytes: number } | null) =>
  of && { sha256: of.hash, bytes: of.bytes };
