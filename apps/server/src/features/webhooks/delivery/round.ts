import { setMaxListeners } from 'node:events';
import { eventTypes, isNamed } from '../../../events/catalog/catalog.ts';
import type { Attempt } from '../../../storage/jobs/kind.ts';
import type { Statement } from '../../../storage/unit.ts';
import { lineOf, lookAt, type Outlook, resendLine, waiting } from './lines.ts';
import type { DeliveryNeeds, DeliveryPace, LoggedEvent, ShownEvent, WantedEvents } from './needs.ts';
import { outcomesOf } from './outcomes.ts';
import { createRequest, type Receiver, type WebhookMessage } from './request.ts';
import { type Item, sendInOrder, sendLines, startRound, together } from './sending.ts';
import * as store from './store.ts';

/** Max events of the log that a round reads. */
const perRound = 64;

/** Max events that a round sends again, of those that were asked for. */
const resentPerRound = 32;

/** Time until the next round if the outbound door is full, in ms. */
const busyMs = 1_000;

/** The end of a round: its effect, whether more can be sent now, and else when. */
export interface RoundEnd {
  readonly effect: readonly Statement[];
  readonly more: boolean;
  /** In ms since 1970; undefined if nothing waits. */
  readonly next: number | undefined;
}

/** Events that were read, and how far. */
interface Read {
  readonly items: readonly Item[];
  readonly through: number;
  readonly more: boolean;
}

/** Nothing is sent again. */
const notResent = { items: [], through: undefined, more: false } as const;

/** Dependencies of rounds. */
export type RoundNeeds = DeliveryNeeds & { readonly pace: DeliveryPace; readonly random: () => number };

/** Nothing answered within the time: the address waits apart from others of its account. */
class Silence extends Error {
  readonly isSilent = true;
}

/** Creates the function that delivers the next events of a webhook, and returns what is to be stored. */
export function createRounds(needs: RoundNeeds) {
  const { db, now, log, pace } = needs;
  const request = createRequest(needs);

  /** Returns messages by the position of their event. */
  const messagesOf = async (events: readonly LoggedEvent[], isReplayed: (position: number) => boolean) => {
    const shown = events.length === 0 ? [] : await needs.present(events);
    return events.map((event, index) => {
      const position = Number(event.position);
      const each = shown[index];
      if (each === undefined) throw new Error('An event was not presented.');
      return { position, shown: each, message: messageOf(each, isReplayed(position)) };
    });
  };

  /** Reads the next events of a range; `line` changes the name of their lines. */
  const read = async (wanted: WantedEvents, { after, through, limit, isReplayed, line }: Reading): Promise<Read> => {
    const page = await log.after(wanted, after, limit);
    const events = page.events.filter(({ position }) => Number(position) <= through);
    const items = (await messagesOf(events, () => isReplayed)).map(({ position, shown, message }) => ({
      ...{ position, type: shown.type, line: line(lineOf(shown)), isReplayed, message, pending: undefined },
    }));
    return { items, through: Math.min(page.through, through), more: page.more || page.through > through };
  };

  /** Reads the events of pending deliveries. */
  const restored = async (account: string, lines: Outlook['due']): Promise<Item[][]> => {
    // A line that is long continues in the next round.
    const chosen = lines.slice(0, perRound).map((line) => line.slice(0, perRound));
    const positions = [...new Set(chosen.flat().map(({ position }) => position))];
    const events = positions.length === 0 ? [] : await log.at(account, positions);
    const found = new Map((await messagesOf(events, () => false)).map((each) => [each.position, each]));
    return chosen.map((line) =>
      line.map((pending) => {
        const { position, line: name, isReplayed } = pending;
        const known = found.get(position);
        const message = known && { ...known.message, isReplayed };
        return { position, type: known?.shown.type ?? '', line: name, isReplayed, message, pending };
      }),
    );
  };

  const receiverOf = ({ id, url, secret, oldSecret, oldSecretUntil }: store.WebhookState): Receiver => {
    const isBoth = oldSecret !== null && oldSecretUntil !== null && now() < oldSecretUntil;
    const secrets = [needs.secrets.open(secret, ['webhooks.secret', id])];
    return {
      url,
      secrets: isBoth ? [...secrets, needs.secrets.open(oldSecret, ['webhooks.old_secret', id])] : secrets,
    };
  };

  /** Reads the next events of a range that is sent again. */
  const readAgain = async (wanted: WantedEvents, span: store.Span) => {
    const again = { ...span, limit: resentPerRound, isReplayed: true, line: resendLine };
    const page = await read(wanted, again);
    // The log may end before the range does.
    return page.more ? page : { ...page, through: span.through };
  };

  /** Reads what the log has for a webhook now: what it missed first, on its own. */
  const readLog = async (webhook: store.WebhookState, wanted: WantedEvents, { walks }: Outlook) => {
    const { position, replayThrough, resend } = webhook;
    const isReplayed = position < replayThrough;
    const none: Read = { items: [], through: position, more: false };
    const through = isReplayed ? replayThrough : Number.MAX_SAFE_INTEGER;
    const plain = { after: position, through, limit: perRound, isReplayed, line: (line: string) => line };
    return {
      isReplayed,
      fresh: walks ? await read(wanted, plain) : none,
      resent: walks && resend !== undefined ? await readAgain(wanted, resend) : notResent,
    };
  };

  /** Everything that a round may send, in lines and in order. */
  const plan = async (webhook: store.WebhookState, account: string) => {
    const outlook = lookAt(webhook, await store.pending(db, webhook.id, waiting.most), now());
    const { fresh, resent, isReplayed } = await readLog(webhook, wantedBy(webhook, account), outlook);
    const due = await restored(account, outlook.due);
    const lines = linesOf(due, fresh.items, new Set([...outlook.held, ...unfinished(outlook.due, due)]));
    const known = [...outlook.held, ...outlook.due.map(([head]) => head?.line ?? '')];
    const others = linesOf([], resent.items, new Set(known)).flat();
    const items = [...due.flat(), ...fresh.items, ...resent.items];
    // Items that a round had no time for are still in the gap, although the log was read beyond them.
    const isGap = due.flat().some((item) => item.isReplayed && item.position <= webhook.replayThrough);
    return { next: outlook.next, fresh, resent, isReplayed: isReplayed || isGap, lines, others, items };
  };

  /** Sends the lines of a round, and beside them what is sent again. */
  const send = async (webhook: store.WebhookState, round: Round, { lines, others, isReplayed, signal }: Sending) => {
    const receiver = receiverOf(webhook);
    // Each request listens to it, and several are under way at a time.
    setMaxListeners(0, signal);
    const manner = {
      ...{ atOnce: pace.atOnce, paceMs: pace.replayMs, signal },
      send: (message: WebhookMessage, until: AbortSignal) => request(receiver, message, until),
    };
    const sending = isReplayed ? sendInOrder(round, inOrder(lines.flat()), manner) : sendLines(round, lines, manner);
    await together([sending, sendInOrder(round, inOrder(others), manner)]);
    const all = [...round.replies.values()];
    if (all.length > 0 && all.every(({ isSilent }) => isSilent)) throw new Silence();
  };

  return async (webhook: store.WebhookState, { signal, toward }: Given): Promise<RoundEnd> => {
    const account = await log.accountOf(webhook.workspace);
    if (account === undefined) return { effect: [], more: false, next: undefined };
    const planned = await plan(webhook, account);
    const { items, fresh, resent, next } = planned;
    const round = startRound();
    if (planned.lines.length + planned.others.length > 0) {
      const heard = toward(new URL(webhook.url).origin);
      await heard(send(webhook, round, { ...planned, signal })).catch(unlessSilent);
    }
    const hasNews = items.length > 0 || fresh.through > webhook.position || resent.through !== undefined;
    const sent = { webhook, items, replies: round.replies, through: fresh.through, resentThrough: resent.through };
    const effect = hasNews ? await outcomesOf(needs, sent) : [];
    if (round.isBusy()) return { effect, more: false, next: now() + busyMs };
    return { effect, more: items.length > 0 || fresh.more || resent.more, next };
  };
}

type Round = ReturnType<typeof startRound>;

interface Sending {
  readonly lines: readonly (readonly Item[])[];
  readonly others: readonly Item[];
  readonly isReplayed: boolean;
  readonly signal: AbortSignal;
}

const inOrder = (items: readonly Item[]) => [...items].sort((one, other) => one.position - other.position);

/** Silence is an outcome like others; it was thrown for the address. */
const unlessSilent = (error: unknown): void => {
  if (!(error instanceof Silence)) throw error;
};

type Given = Pick<Attempt<unknown>, 'signal' | 'toward'>;

interface Reading extends store.Span {
  readonly limit: number;
  readonly isReplayed: boolean;
  line(line: string): string;
}

const wantedBy = ({ workspace, types, agents }: store.WebhookState, account: string): WantedEvents => ({
  account,
  within: { workspaces: [workspace], own: false },
  types: types.includes('*') ? undefined : eventTypes.filter((type) => types.some((name) => isNamed(type, name))),
  agents: agents.length === 0 ? undefined : agents,
});

/** The request for an event: without address, client and request ID, which concern the workspace alone. */
function messageOf({ _id, type, createdAt, workspace, actor, data, changes }: ShownEvent, isReplayed: boolean) {
  const body = JSON.stringify({ type, timestamp: createdAt, data, _id, workspace, actor, changes });
  return { id: _id, body, isReplayed };
}

/** The names of due lines that the round doesn't send completely. */
const unfinished = (all: Outlook['due'], chosen: readonly (readonly unknown[])[]): string[] =>
  all.filter((line, index) => line.length !== chosen[index]?.length).map(([head]) => head?.line ?? '');

/** Puts new events behind the pending ones of their line; what belongs to a line that waits isn't sent. */
function linesOf(due: readonly (readonly Item[])[], fresh: readonly Item[], held: ReadonlySet<string>): Item[][] {
  const lines = new Map(due.map((line) => [line[0]?.line ?? '', [...line]]));
  for (const item of fresh) {
    if (held.has(item.line)) continue;
    const line = lines.get(item.line);
    if (line === undefined) lines.set(item.line, [item]);
    else line.push(item);
  }
  return [...lines.values()];
}
