import { invalid } from '../../errors.ts';
import type { Sealing } from '../../storage/secrets/sealed.ts';
import type { Values } from '../../tools/kind.ts';
import { kindOf, type ToolType } from '../../tools/kinds.ts';
import { tokenOrigin } from '../../tools/oauth/by-hand.ts';
import { clientSecretName } from '../../tools/oauth/secret-names.ts';
import { maxSecrets } from './schema.ts';

/** The secrets of a tool by their names. */
export type ToolSecrets = Readonly<Record<string, string>>;

/** Secrets to set or, if null, to delete. */
export type SecretChanges = Readonly<Record<string, string | null>>;

const validName = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Max characters of a wrong name in an error. */
const maxNamed = 70;

/** Opens the secrets of a tool. Throws if they were sealed for another row or under another pepper. */
export const openSecrets = ({ open }: Pick<Sealing, 'open'>, tool: string, sealed: string | null): ToolSecrets =>
  sealed === null ? {} : (JSON.parse(open(sealed, ['tools.secrets', tool])) as ToolSecrets);

/** Seals the secrets of a tool, for its row. */
export const secretColumns = ({ seal }: Pick<Sealing, 'seal'>, tool: string, secrets: ToolSecrets) => {
  const names = Object.keys(secrets).sort();
  return {
    secrets: names.length === 0 ? null : seal(JSON.stringify(secrets), ['tools.secrets', tool]),
    secret_names: JSON.stringify(names),
  };
};

/** Merges changes into secrets. Throws `validation_failed` for a wrong name, and for too many. */
export function mergeSecrets(before: ToolSecrets, changes: SecretChanges): ToolSecrets {
  const wrong = Object.keys(changes).filter((name) => !validName.test(name));
  if (wrong.length > 0) {
    const message =
      'must have a name of upper-case letters, digits and _ that begins with a letter, 1 to 64 characters';
    throw invalid(wrong.map((name) => ({ path: `secrets.${name.slice(0, maxNamed).toWellFormed()}`, message })));
  }
  const merged = Object.entries({ ...before, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (merged.length > maxSecrets) {
    throw invalid([{ path: 'secrets', message: `must be at most ${maxSecrets} in all, not ${merged.length}` }]);
  }
  return Object.fromEntries(merged);
}

/** The names of the secrets that a change sets, replaces or deletes. */
export const changedSecrets = (before: ToolSecrets, after: ToolSecrets): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]).sort();

/** The settings of a tool before and after a change. */
interface Resettled {
  readonly type: ToolType;
  readonly from: Values;
  readonly to: Values;
}

/** The origin to which a secret goes; null if it goes nowhere. That of an OAuth client goes to where tokens are issued. */
function goalOf(type: ToolType, settings: Values, name: string): string | null {
  const { secretsGoTo, accountFor } = kindOf(type);
  const issuer = name === clientSecretName ? tokenOrigin(accountFor?.(settings)?.oauth) : undefined;
  return issuer ?? secretsGoTo(settings);
}

/**
 * Throws `validation_failed` if stored secrets would go elsewhere than they were given for: those that the change
 * doesn't give again.
 */
export function demandGivenAgain({ type, from, to }: Resettled, before: ToolSecrets, changes: SecretChanges): void {
  const moved = Object.keys(before).flatMap((name) => {
    const goal = goalOf(type, to, name);
    return name in changes || goal === null || goal === goalOf(type, from, name) ? [] : [{ name, goal }];
  });
  if (moved.length === 0) return;
  throw invalid(
    moved.map(({ name, goal }) => ({
      path: `secrets.${name}`,
      message: `must be given again, because it would go to ${goal}`,
    })),
    'validation_failed',
    'A stored secret is sent only where it was given for. Give it again, for where it would go now, or delete it.',
  );
}
