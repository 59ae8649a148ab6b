import { type Actor, isPrincipal } from '../actor.ts';
import type { Concurrency, Free, SlotAccount } from './concurrency.ts';
import type { SlotKind } from './concurrency-settings.ts';

/** Dependencies of slots. */
export interface SlotNeeds {
  readonly concurrency: Pick<Concurrency, 'take'>;
  /** The accounts that own workspaces, each once. */
  ownersOf(workspaces: readonly string[]): Promise<readonly SlotAccount[]>;
}

/** Takes slots on behalf of actors. */
export interface Slots {
  /**
   * Takes a slot in each account that owns one of the workspaces, or none if one refuses. Work counts for the account
   * that owns its workspace, whoever causes it: a key, a guest, a visitor or a channel. Throws `too_many_concurrent`.
   */
  take(actor: Actor, workspaces: readonly string[], kind: SlotKind): Promise<Free>;
}

/** Creates the seam between actors and the accounts that their work counts for. */
export function createSlots({ concurrency, ownersOf }: SlotNeeds): Slots {
  /** Most callers work in their own account, which they bring along: that costs no query. */
  const accountsOf = (actor: Actor, workspaces: readonly string[]) =>
    isPrincipal(actor) && workspaces.every((id) => actor.ownWorkspaces.has(id))
      ? [actor.account]
      : ownersOf(workspaces);

  return {
    take: async (actor, workspaces, kind) => {
      const held: Free[] = [];
      const freeAll = () => {
        for (const free of held) free();
      };
      try {
        for (const account of await accountsOf(actor, workspaces)) held.push(await concurrency.take(kind, account));
      } catch (error) {
        freeAll();
        throw error;
      }
      return freeAll;
    },
  };
}
