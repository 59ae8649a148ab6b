import type { FastifyRequest } from 'fastify';
import { addressPrefix } from '../../access/limits/address-prefix.ts';
import { ClosingError } from '../errors.ts';
import { addressOf } from './address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    arriving: ArrivingBodies;
  }
}

const mebibyte = 1024 * 1024;

/** Max bytes of the bodies that arrive at the same time. Each counts as what it may become, from its first byte. */
export const arrivingLimits = {
  /** In all. The last quarter is for accounts and addresses without another arriving body. */
  total: 256 * mebibyte,
  /** Of one account. */
  perAccount: 32 * mebibyte,
  /** Of one address, for endpoints that need no credentials: 32 of them. */
  perAddress: 256 * 1024,
};

/** A body counts as at least so many bytes, for the other memory of its request. */
const least = 8 * 1024;

/** The bodies that are arriving. */
export interface ArrivingBodies {
  /**
   * Takes room for a body of at most `bytes`; returns a function that frees it. Throws `too_many_concurrent` if its
   * account or address has too much arriving, and `unavailable` if all together have.
   */
  take(request: FastifyRequest, bytes: number): () => void;
  /** Bytes that are taken now, and bodies so far that found no room. */
  readonly counts: { readonly bytes: number; readonly refused: number };
}

/** Counts the bodies that are arriving, by account, or by address if the caller is unknown. */
export function createArrivingBodies(limits = arrivingLimits): ArrivingBodies {
  const taken = new Map<string, number>();
  const counts = { bytes: 0, refused: 0 };
  const refuse = (error: ClosingError) => {
    counts.refused += 1;
    return error;
  };
  return {
    take: (request, bytes) => {
      const { principal } = request;
      const owner = principal === null ? addressPrefix(addressOf(request)) : principal.account.id;
      const limit = principal === null ? limits.perAddress : limits.perAccount;
      const room = Math.max(bytes, least);
      const before = taken.get(owner) ?? 0;
      if (before + room > limit) throw refuse(tooManyOf(principal === null ? 'address' : 'account'));
      if (counts.bytes + room > (before === 0 ? limits.total : limits.total * 0.75)) throw refuse(tooMany());
      taken.set(owner, before + room);
      counts.bytes += room;
      return () => {
        const left = (taken.get(owner) ?? room) - room;
        if (left > 0) taken.set(owner, left);
        else taken.delete(owner);
        counts.bytes -= room;
      };
    },
    counts,
  };
}

const tooManyOf = (owner: 'address' | 'account') =>
  new ClosingError('too_many_concurrent', `Too many request bodies of this ${owner} are arriving.`, {
    retryAfter: 1,
    hint: 'Finish the requests that are being sent, then repeat this one.',
  });

const tooMany = () => new ClosingError('unavailable', 'Too many request bodies are arriving.', { retryAfter: 1 });
