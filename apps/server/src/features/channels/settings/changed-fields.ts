import { isDeepStrictEqual } from 'node:util';
import { changesOf, type Field } from '../../../events/changes.ts';
import type { FieldChange } from '../../../events/happening.ts';
import type { StoredChanges } from '../../../storage/changes/stored-changes.ts';
import type { Channel } from '../schema.ts';
import type { ChannelSecrets } from './secrets.ts';

/** A channel with what is secret of it, before or after a change. */
interface Whole {
  readonly channel: Pick<
    Channel,
    'workspace' | 'name' | 'status' | 'settings' | 'offlineMessage' | 'limits' | 'externalId' | 'metadata'
  >;
  readonly secrets: ChannelSecrets;
}

type Values = Readonly<Record<string, unknown>>;

/** The changes of a channel for its event: each setting and limit is a field, and secrets are only named. */
export function changedFields(before: Whole, after: Whole): readonly FieldChange[] | StoredChanges | undefined {
  const [was, is] = [before.channel, after.channel];
  const fields: readonly Field[] = [
    { field: 'name', before: was.name, after: is.name },
    { field: 'status', before: was.status, after: is.status },
    ...within('settings', was.settings, is.settings),
    { field: 'offlineMessage', before: was.offlineMessage, after: is.offlineMessage },
    ...within('limits', was.limits, is.limits),
    { field: 'externalId', before: was.externalId, after: is.externalId },
    { field: 'metadata', before: was.metadata, after: is.metadata, isPrivate: true },
  ];
  const secrets = within('settings', before.secrets.settings, after.secrets.settings)
    .filter((secret) => !isDeepStrictEqual(secret.before, secret.after))
    .map(({ field }) => field);
  return changesOf(is.workspace, fields, secrets);
}

const within = (name: string, before: Values, after: Values): Field[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    ...{ field: `${name}.${field}`, before: before[field], after: after[field] },
  }));
