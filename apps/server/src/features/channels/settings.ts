import { type ErrorDetail, invalid } from '../../errors.ts';
import type { ChannelKind } from './kinds/kind.ts';
import { type ChannelType, channelTypes, kindOf } from './kinds/kinds.ts';
import type { SettingValues } from './kinds/messenger.ts';

/** Creates a check of values by a schema; it fills in defaults, and throws `validation_failed` with dotted paths. */
export type CreateCheck = (schema: object, path: string) => (value: Record<string, unknown>) => void;

/** Settings as they are stored: those that everybody may read, and those that are sealed. */
export interface SplitSettings {
  readonly shown: SettingValues;
  readonly secret: SettingValues;
}

/** Creates the function that checks the settings of a kind, completes them with defaults, and parts the secret ones. */
export function createSettings(createCheck: CreateCheck) {
  const checks = new Map(channelTypes.map((type) => [type, createCheck(kindOf(type).settings, 'settings')]));
  return (type: ChannelType, given: SettingValues): SplitSettings => {
    const kind = kindOf(type);
    const settings = structuredClone(given) as Record<string, unknown>;
    checks.get(type)?.(settings);
    const problems: readonly ErrorDetail[] = kind.problems?.(settings) ?? [];
    if (problems.length > 0) throw invalid(problems);
    return split(kind, settings);
  };
}

function split(kind: ChannelKind, settings: SettingValues): SplitSettings {
  const isSecret = (name: string) => (kind.settings.properties[name] as Described | undefined)?.writeOnly === true;
  const of = (secret: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => isSecret(name) === secret));
  return { shown: of(false), secret: of(true) };
}

/** What JSON Schema says of a field that is only written. */
interface Described {
  readonly writeOnly?: boolean;
}
