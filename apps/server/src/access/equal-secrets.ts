import { timingSafeEqual } from 'node:crypto';

/** Compares two signatures or secrets in a time that tells nothing about where they differ. */
export function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
