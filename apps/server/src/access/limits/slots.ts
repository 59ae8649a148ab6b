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
   * Takes a slot in each account that owns one of the workspaces, or no slot if one account refuses. Work counts for
   * the account that owns its workspace, whichever actor causes it. Work from channels counts apart from keys and
   * people, under the same limits, so that a flood of visitors never stops them. A visitor has few slots. Throws
   * `too_many_concurrent`.
   */
  take(actor: Actor, workspaces: readonly string[], kind: SlotKind): Promise<Free>;
}

/** Max slots of one visitor: chats in some tabs, each with a stream of the conversation. */
const visitorSlots = { streams: 30 } as const;

/** Creates the seam between actors and the accounts that their work counts for. */
export function createSlots({ concurrency, ownersOf }: SlotNeeds): Slots {
  /** Most callers work in their own account, which they bring along: that costs no query. */
  const accountsOf = (actor: Actor, workspaces: readonly string[]) =>
    isPrincipal(actor) && workspaces.every((id) => actor.ownWorkspaces.has(id))
      ? [actor.account]
      : ownersOf(workspaces);

  /** The holders of slots that an actor takes from. */
  const holdersOf = async (actor: Actor, workspaces: readonly string[]): Promise<readonly SlotAccount[]> => {
    const accounts = await accountsOf(actor, workspaces);
    if (actor.kind !== 'visitor' && actor.kind !== 'channel') return accounts;
    const shared = accounts.map(({ id, plan }) => ({ id: `channels of ${id}`, plan }));
    if (actor.kind === 'channel') return shared;
    const { id, channel, account } = actor;
    return [{ id: `visitor ${channel} ${id}`, plan: account.plan, most: visitorSlots }, ...shared];
  };

  return {
    take: async (actor, workspaces, kind) => {
      const held: Free[] = [];
      const freeAll = () => {
        for (const free of held) free();
      };
      try {
        for (const holder of await holdersOf(actor, workspaces)) held.push(await concurrency.take(kind, holder));
      } catch (error) {
        freeAll();
        throw error;
      }
      return freeAll;
    },
  };
}
