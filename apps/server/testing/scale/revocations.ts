import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from '../processes/wire.ts';
import type { Fleet, Owned } from './fleet.ts';

/** The pauses between two revocations, and between two uses of a key on one server, in milliseconds. */
const betweenRevocations = 50;
const betweenUses = 40;

/** Time for which a key must be refused until the test stops using it, in ms. */
const quiet = 300;

/** When the test stops using a key in any case, in milliseconds after its revocation. */
const patience = 10_000;

/** Answers to a revoked key; 429 after too many failures from this address, which never affects a valid key. */
const refusals = new Set([401, 429]);

/** The outcome of one revocation. */
export interface RevocationResult {
  /** Age of the revocation when the last use was sent that another process accepted, in milliseconds; 0 if none was. */
  readonly oldestUse: number;
  /** Uses that the revoking process accepted after its answer. */
  readonly usesWhereRevoked: number;
}

/**
 * Creates keys, uses each on every process continuously, and revokes them in quick succession through the first
 * process. A process that revokes clears its own cache, so revoking elsewhere would hide delays.
 */
export async function revokeUnderLoad(fleet: Fleet, owned: Owned, count: number): Promise<RevocationResult[]> {
  const keys = [];
  for (let made = 0; made < count; made += 1) keys.push(await owned.makeKey());
  const [revoker] = fleet.wires;
  const results = keys.map(async ({ id, headers }, number) => {
    await sleep(number * betweenRevocations);
    const use = (wire: Wire) => wire.send({ method: 'GET', path: '/api/agents?limit=1', headers });
    // Every process must have cached the key before its revocation; otherwise the test would prove nothing.
    for (const wire of fleet.wires) {
      const { status, text } = await use(wire);
      if (status !== 200) throw new Error(`The key is refused before it is revoked: ${text}`);
    }
    const request = { method: 'DELETE', path: `/api/api-keys/${id}`, headers: owned.headers };
    const reply = await revoker?.send(request);
    if (reply?.status !== 200) throw new Error(`The key could not be revoked: ${reply?.text}`);
    const revokedAt = performance.now();
    const accepted = await Promise.all(fleet.wires.map((wire) => usesAfter(revokedAt, () => use(wire))));
    const [here = [], ...elsewhere] = accepted;
    return { oldestUse: Math.max(0, ...elsewhere.flat()), usesWhereRevoked: here.length };
  });
  return Promise.all(results);
}

/**
 * Uses a key until it has been refused for a while; returns how long after the revocation each accepted use was sent.
 */
async function usesAfter(revokedAt: number, use: () => Promise<{ status: number; text: string }>): Promise<number[]> {
  const accepted: number[] = [];
  let refusedSince: number | undefined;
  for (;;) {
    const sentAt = performance.now();
    const { status, text } = await use();
    if (status === 200) {
      accepted.push(sentAt - revokedAt);
      refusedSince = undefined;
    } else if (refusals.has(status)) refusedSince ??= sentAt;
    else throw new Error(`A use was answered with ${status}: ${text}`);
    if (refusedSince !== undefined && sentAt - refusedSince > quiet) return accepted;
    if (sentAt - revokedAt > patience) return accepted;
    await sleep(betweenUses);
  }
}
