import { createHash } from 'node:crypto';
import { digits, encode } from '../ids.ts';

/** Positions in a millisecond; see `EventLogRow`. */
export const perMs = 1000;

/** The position of events at a time in ms since 1970, if nothing came before. */
export const positionAt = (ms: number): number => ms * perMs;

/**
 * The ID of the event at a position in the log of an account: a TypeID whose UUIDv7 (RFC 9562) has the position as its
 * time, and a digest of the account in place of random bits. So it needs no column, and tells its place.
 */
export function eventId(account: string, position: number): string {
  const uuid = digestOf(account);
  const ms = Math.floor(position / perMs);
  uuid.writeUIntBE(ms, 0, 6);
  uuid.writeUInt16BE(0x7000 | (position % perMs), 6);
  uuid.writeUInt8(0x80 | (uuid.readUInt8(8) & 0x3f), 8);
  return `evt_${encode(uuid)}`;
}

/** Returns the position of an event of the account by its ID; undefined for any other text. */
export function positionOf(account: string, id: string): number | undefined {
  const body = id.startsWith('evt_') && id.length === 30 ? id.slice(4) : '';
  let bits = 0n;
  for (const digit of body) {
    const value = digits.indexOf(digit);
    if (value < 0) return undefined;
    bits = (bits << 5n) | BigInt(value);
  }
  const position = Number(bits >> 80n) * perMs + Number((bits >> 64n) & 0xfffn);
  return Number.isSafeInteger(position) && position > 0 && eventId(account, position) === id ? position : undefined;
}

/** The first 16 bytes of SHA-256 of an account's ID. */
const digestOf = (account: string): Buffer => createHash('sha256').update(account).digest().subarray(0, 16);
