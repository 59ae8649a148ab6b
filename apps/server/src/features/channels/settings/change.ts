import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../../errors.ts';
import type { ChannelType } from '../../../platforms/kinds.ts';
import { type Channel, type ChannelChanges, readOnlyFields } from '../schema.ts';
import { type Change, metadataColumns } from '../store.ts';
import type { ChannelSecrets } from './secrets.ts';
import type { createSettings } from './settings.ts';

/** A channel before a change. */
interface Before {
  readonly channel: Channel;
  readonly secrets: ChannelSecrets;
}

/** Throws `read_only_field` unless fields that the service owns echo the stored values. */
export function checkReadOnly(channel: Channel, changes: ChannelChanges): void {
  const stored = channel as Readonly<Record<string, unknown>>;
  const given = changes as Readonly<Record<string, unknown>>;
  const wrong = readOnlyFields.filter(
    (field) => given[field] !== undefined && !isDeepStrictEqual(given[field], stored[field]),
  );
  const details = wrong.map((path) => ({ path, message: 'is read-only' }));
  if (details.length > 0) throw invalid(details, 'read_only_field');
}

/** Throws `validation_failed` for the state that only the service sets. */
function checkStatus(channel: Channel, { status }: ChannelChanges): void {
  if (status !== 'error' || channel.status === 'error') return;
  throw invalid([{ path: 'status', message: 'must be one of active, inactive' }]);
}

/** The columns that a change sets, and the channel and its secrets after it. */
interface Changed extends Before {
  readonly columns: Change['columns'];
}

/** Merges a change into a channel. Throws `validation_failed`, also for settings that don't fit together. */
export function mergeChange(
  { channel, secrets }: Before,
  changes: ChannelChanges,
  {
    settingsOf,
    seal,
  }: { readonly settingsOf: ReturnType<typeof createSettings>; seal(secrets: ChannelSecrets): string },
): Changed {
  checkStatus(channel, changes);
  const { name, status, settings, offlineMessage, limits, externalId, metadata } = changes;
  const merged =
    settings === undefined
      ? undefined
      : settingsOf(channel.type as ChannelType, settings, { shown: channel.settings, secret: secrets.settings });
  const limited = limits && { ...channel.limits, ...limits };
  const columns = {
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
    // A channel that is turned on again doesn't show the error from before.
    ...(status !== undefined && status !== 'error' && { last_error: null, refused: 0 }),
    // The platform may accept the new settings; the job that connects the channel finds out.
    ...(merged !== undefined && { refused: 0 }),
    ...(merged !== undefined && { settings: JSON.stringify(merged.shown) }),
    ...(merged !== undefined && { secrets: seal({ ...secrets, settings: merged.secret }) }),
    ...(offlineMessage !== undefined && { offline_message: offlineMessage }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(metadata !== undefined && metadataColumns(metadata)),
    ...(limited !== undefined && { limits: JSON.stringify(limited) }),
  };
  const settled = { settings: merged?.shown ?? channel.settings, limits: limited ?? channel.limits };
  return {
    columns,
    channel: { ...channel, ...given(changes), ...settled },
    secrets: merged === undefined ? secrets : { ...secrets, settings: merged.secret },
  };
}

/** The fields of a change that replace those of the channel. */
const given = ({ name, status, offlineMessage, externalId, metadata }: ChannelChanges): Partial<Channel> =>
  Object.fromEntries(
    Object.entries({ name, status, offlineMessage, externalId, metadata }).filter(([, value]) => value !== undefined),
  );
