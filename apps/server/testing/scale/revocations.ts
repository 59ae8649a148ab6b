import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from '../wire.ts';
import type { Fleet, Owned } from './fleet.ts';

/** The pause between two revocations, and between two uses of a key on one server, in milliseconds. */
const betweenRevocations = 50;
const betweenUses = 40;

/** For how long a key must have been refused until nothing more is expected of it, in milliseconds. */
const quiet = 300;

/** When the uses of a key are given up, in milliseconds after its revocation. */
const patience = 10_000;

/** What a revoked key is answered; 429 once too many revoked keys have come from this address, and never to a valid one. */
const refusals = new Set([401, 429]);

/** What one revocation came to. */
export interface RevocationResult {
  /** How old the revocation was when the last use was sent that another process accepted, in milliseconds; 0 for none. */
  readonly oldestUse: number;
  /** Uses that were sent to the process that had answered the revocation, and that it accepted. */
  readonly usesWhereRevoked: number;
}

/**
 * Makes keys and uses each on every process all the time, and revokes them one shortly after another, all through the
 * first process: one that revokes forgets everybody, so the others would get to know of each other's by their own.
 */
export async function revokeUnderLoad(fleet: Fleet, owned: Owned, count: number): Promise<RevocationResult[]> {
  const keys = [];
  for (let made = 0; made < count; made += 1) keys.push(await owned.makeKey());
  const [revoker] = fleet.wires;
  const results = keys.map(async ({ id, headers }, number) => {
    await sleep(number * betweenRevocations);
    const use = (wire: Wire) => wire.send({ method: 'GET', path: '/api/agents?limit=1', headers });
    // Every process remembers the key before it is revoked: one that had to look it up would prove nothing.
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

/** Uses a key until it has been refused for a while; gives how long after the revocation each accepted use was sent. */
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
