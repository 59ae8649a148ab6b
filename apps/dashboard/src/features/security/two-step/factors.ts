import type { SecondFactor } from '@parley/sdk';

/** Below this number of recovery codes, the user is asked to create new ones. */
const few = 3;

/** Returns the number of second steps of a user, without recovery codes. */
export const countOf = ({ totp, passkeys }: Pick<SecondFactor, 'totp' | 'passkeys'>): number =>
  passkeys.length + (totp === null ? 0 : 1);

/** Why the user can't remove one of their second steps; undefined if they can. */
export function keptBy(factors: Pick<SecondFactor, 'totp' | 'passkeys' | 'requiredBy'>): string | undefined {
  if (countOf(factors) > 1 || factors.requiredBy.length === 0) return undefined;
  return `${namesOf(factors.requiredBy)} two-step sign-in. Add another step before you remove this one.`;
}

/** `Bookshop requires`, `Bookshop and Library require`. */
export const namesOf = (workspaces: readonly { readonly name: string }[]): string =>
  `${new Intl.ListFormat('en').format(workspaces.map(({ name }) => name))} require${workspaces.length === 1 ? 's' : ''}`;

/** Says how many recovery codes are left; `isFew` is true if they are few. */
export function codesLeft({ recoveryCodes }: Pick<SecondFactor, 'recoveryCodes'>): { text: string; isFew: boolean } {
  const left = recoveryCodes?.left ?? 0;
  const text = left === 0 ? 'None is left.' : `${left} ${left === 1 ? 'is' : 'are'} left.`;
  return { text, isFew: left <= few };
}
