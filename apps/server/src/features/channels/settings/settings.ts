import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../access/actor.ts';
import { demandConfirmed } from '../../../access/confirmation.ts';
import { type ErrorDetail, invalid } from '../../../errors.ts';
import { handoverProblems } from '../../../platforms/handover.ts';
import { type ChannelKind, secretNamesOf } from '../../../platforms/kind.ts';
import { type ChannelType, channelTypes, kindOf } from '../../../platforms/kinds.ts';
import type { SettingValues } from '../../../platforms/messenger.ts';

/** Creates a check of values by a schema; it fills in defaults, and throws `validation_failed` with dotted paths. */
export type CreateCheck = (schema: object, path: string) => (value: Record<string, unknown>) => void;

/** Settings as they are stored: public ones, and sealed ones. */
export interface SplitSettings {
  readonly shown: SettingValues;
  readonly secret: SettingValues;
}

/** Says what to do about a secret that has to be given again. */
const hint = 'A stored secret is sent only where it was given for. Give it again, for where it would go now.';

/**
 * Creates the function that checks the settings of a kind, completes them with defaults, and parts the secret ones.
 * Settings that are stored count unless others are given. A stored secret that would go elsewhere must be given, too.
 */
export function createSettings(createCheck: CreateCheck) {
  const checks = new Map(channelTypes.map((type) => [type, createCheck(kindOf(type).settings, 'settings')]));
  return (type: ChannelType, given: SettingValues, stored?: SplitSettings): SplitSettings => {
    const kind = kindOf(type);
    const before = { ...stored?.shown, ...stored?.secret };
    const settings: Record<string, unknown> = structuredClone({ ...before, ...given });
    checks.get(type)?.(settings);
    const problems: readonly ErrorDetail[] = [...(kind.problems?.(settings) ?? []), ...handoverProblems(settings)];
    if (problems.length > 0) throw invalid(problems);
    const kept = Object.keys(stored?.secret ?? {}).filter((name) => !(name in given));
    const diverted = kept.flatMap((name) => divertedIn(kind, name, { before, settings }));
    if (diverted.length > 0) throw invalid(diverted, 'validation_failed', hint);
    return split(kind, settings);
  };
}

/** A problem if a stored secret would go elsewhere than it was given for. */
function divertedIn(
  { secretsGoTo }: ChannelKind,
  name: string,
  { before, settings }: { readonly before: SettingValues; readonly settings: SettingValues },
): readonly ErrorDetail[] {
  const destination = secretsGoTo[name];
  const known = destination?.(before) ?? [];
  const changed = (destination?.(settings) ?? []).filter(
    (to) => !known.includes(to) || !isDeepStrictEqual(before[to], settings[to]),
  );
  if (changed.length === 0) return [];
  return [{ path: `settings.${name}`, message: `must be given again, because ${changed.join(', ')} changed` }];
}

/** Throws `confirmation_required` if settings have a secret, and the actor's person has not proved lately who they are. */
export function demandForSecrets(
  actor: Actor,
  { type, settings, now }: { readonly type: ChannelType; readonly settings: SettingValues; readonly now: number },
): void {
  if (secretNamesOf(kindOf(type).settings).some((name) => name in settings)) demandConfirmed(actor, now);
}

function split(kind: ChannelKind, settings: SettingValues): SplitSettings {
  const secrets = secretNamesOf(kind.settings);
  const of = (secret: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => secrets.includes(name) === secret));
  return { shown: of(false), secret: of(true) };
}
