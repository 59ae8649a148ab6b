import { createHash } from 'node:crypto';
import type { CallContext } from '../../http/endpoint.ts';

/** What an `Idempotency-Key` comes to: the request that repeats are known as, and what it asked for. */
export interface Repeat {
  readonly key: string;
  /** The SHA-256 of the body: the same key with another body is no repeat. */
  readonly digest: string;
}

/** How the repeats of a request are known; undefined where it carries no `Idempotency-Key`. */
export const repeatOf = ({ repeatKey: key }: Pick<CallContext, 'repeatKey'>, body: object): Repeat | undefined =>
  key === undefined ? undefined : { key, digest: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
