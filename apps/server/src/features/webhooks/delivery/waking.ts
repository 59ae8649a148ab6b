import { LRUCache } from 'lru-cache';
import type { Statement } from '../../../storage/unit.ts';
import type { DeliveryNeeds, DeliveryPace } from './needs.ts';
import { enabledOf, type WebhookOf } from './store.ts';

/** Time for which the webhooks of an account are remembered, in ms. Another process may create one meanwhile. */
const rememberedMs = 5_000;

/** Max accounts whose webhooks are remembered. */
const maxAccounts = 10_000;

/** Dependencies of waking. */
interface WakingNeeds extends Pick<DeliveryNeeds, 'db' | 'log' | 'onAppended' | 'onError'> {
  readonly pace: DeliveryPace;
  soon(workspace: string, webhook: string): Statement;
  /** True if this process delivers the webhook now; then it looks once more before it ends. */
  isUnderWay(webhook: string): boolean;
}

/**
 * Tells webhooks of new events, a little after the commit and apart from it. Events that are missed, by a crash or by
 * another process, are found within a minute.
 */
export function createWaking({ db, log, onAppended, onError, pace, soon, isUnderWay }: WakingNeeds) {
  const known = new LRUCache<string, readonly WebhookOf[]>({ maxSize: maxAccounts, sizeCalculation: () => 1 });
  const heard = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let waking = Promise.resolve();
  /** Webhooks are remembered from this time on, in ms of the process. */
  let remembersFrom = 0;

  const webhooksOf = async (account: string): Promise<readonly WebhookOf[]> => {
    const remembered = known.get(account);
    if (remembered !== undefined) return remembered;
    const began = performance.now();
    const found = await enabledOf(db, account);
    if (began >= remembersFrom) known.set(account, found, { ttl: rememberedMs });
    return found;
  };

  /** The webhooks of an account or of a workspace. */
  const webhooksIn = async (place: string): Promise<readonly WebhookOf[]> => {
    if (!place.startsWith('ws_')) return webhooksOf(place);
    const account = await log.accountOf(place);
    const all = account === undefined ? [] : await webhooksOf(account);
    return all.filter(({ workspace }) => workspace === place);
  };

  const wakeAll = async (): Promise<void> => {
    const places = [...heard];
    heard.clear();
    const found = new Map<string, WebhookOf>();
    for (const place of places) for (const each of await webhooksIn(place)) found.set(each.id, each);
    const idle = [...found.values()].filter(({ id }) => !isUnderWay(id));
    if (idle.length > 0) await db.write(idle.map(({ id, workspace }) => soon(workspace, id)));
  };

  const stop = onAppended((of) => {
    // Any log may have grown: the look of each minute finds which.
    if (of === '') return;
    heard.add(of);
    timer ??= setTimeout(() => {
      timer = undefined;
      waking = waking.then(wakeAll).catch(onError);
    }, pace.coalesceMs).unref();
  });

  return {
    /** Forgets which accounts have webhooks, and remembers nothing until a unit of work that changes them is stored. */
    forget: (): void => {
      known.clear();
      remembersFrom = performance.now() + rememberedMs;
    },
    /** Wakes no more; what was heard is found after the next start. */
    close: async (): Promise<void> => {
      stop();
      clearTimeout(timer);
      await waking;
    },
  };
}
