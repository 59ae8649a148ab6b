import { isSame } from '../../../access/equal-secrets.ts';
import type { Secrets } from '../../../access/secrets.ts';
import { withoutEndSlashes } from '../../../parse-url.ts';
import type { Connection } from './store.ts';

/** Lifetime of a link, in ms. */
const linkMs = 10 * 60_000;

/** Characters of the digest in a link: 128 bits. A model copies the link, so it is short. */
const digestCharacters = 32;

/** Dependencies of links. */
export interface LinkNeeds {
  readonly secrets: Pick<Secrets, 'linkDigest'>;
  readonly now: () => number;
  readonly publicUrl: string;
}

/** A link that was read; nothing is proved yet. */
export interface ReadLink {
  /** The ID of the account to connect. */
  readonly id: string;
  /** In ms since 1970. */
  readonly expiresAt: number;
  readonly digest: string;
}

/**
 * Links at which a person connects an account. Nothing is stored of them: a link has a digest of the account, of its own
 * end, and of the last sign-in of the account. So it ends with the sign-in that it led to.
 */
export const createLinks = ({ secrets, now, publicUrl }: LinkNeeds) => {
  const digestOf = ({ id, connected_at: last }: Pick<Connection, 'id' | 'connected_at'>, expiresAt: number) =>
    secrets.linkDigest(JSON.stringify([id, expiresAt, Number(last ?? 0)])).slice(0, digestCharacters);

  return {
    /** Creates a link, and returns its address. */
    create: (row: Pick<Connection, 'id' | 'connected_at'>): string => {
      const expiresAt = now() + linkMs;
      const token = [row.id, expiresAt.toString(36), digestOf(row, expiresAt)].join('.');
      return `${withoutEndSlashes(publicUrl)}/connect/${token}`;
    },

    /** Reads the token of a link; undefined if it has another form. */
    read: (token: string): ReadLink | undefined => {
      const [, id = '', time = '', digest = ''] =
        /^(tcon_[0-9a-z]{26})\.([0-9a-z]{1,10})\.([0-9a-f]{32})$/.exec(token) ?? [];
      return id === '' ? undefined : { id, expiresAt: Number.parseInt(time, 36), digest };
    },

    /** True if a link was created here for this account, and not used since. */
    isFor: (row: Connection, { expiresAt, digest }: ReadLink): boolean => isSame(digest, digestOf(row, expiresAt)),

    isExpired: ({ expiresAt }: ReadLink): boolean => expiresAt <= now(),
  };
};
