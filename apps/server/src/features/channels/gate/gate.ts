import { type ChannelActor, systemIn, type VisitorActor } from '../../../access/actor.ts';
import { addressPrefix, networkPrefix } from '../../../access/limits/address-prefix.ts';
import type { Secrets } from '../../../access/secrets.ts';
import { AppError, invalid } from '../../../errors.ts';
import { type AskedHandover, asksForPerson, handoverOf, personOffer } from '../../../platforms/handover.ts';
import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import { hasAtMost } from '../../../text/truncate.ts';
import { obstacleTo } from '../delivery/obstacles.ts';
import { contextOf } from '../delivery/target-store.ts';
import { failures } from '../failures.ts';
import { digestOf, remember, threadDigest } from '../inbound/thread-store.ts';
import type { ChannelNeeds } from '../needs.ts';
import { type ChannelLimits, storedLimits } from '../settings/limits-schema.ts';
import { openSettings } from '../settings/secrets.ts';
import { findVisited, type VisitedChannel } from '../visitors/store.ts';
import * as store from './gate-store.ts';
import { visitorRulesOf } from './visitor-rules.ts';

const day = 24 * 60 * 60 * 1000;

/** Share of a channel's daily limit that one network may use, as a multiple of the share of one address. */
const addressesOfNetwork = 5;

/** The date (UTC) of a time, and when what is counted on it may go: a day later, in case the clock is set back. */
export const dayOf = (time: number) => ({
  date: new Date(time).toISOString().slice(0, 10),
  expiresAt: (Math.floor(time / day) + 2) * day,
});

/** Data of a channel that a message through it needs, and the statements that are written with the message. */
interface Passage {
  /** Text sent in place of a reply while the agent is inactive; null for no text. */
  readonly offlineMessage: string | null;
  /** Count the message, and refuse it beyond the limits of the day. */
  readonly counted: readonly Statement[];
  /** True if a reply could not be delivered: then no reply is written. */
  readonly isUndeliverable: boolean;
  /** Text in place of a reply to a message that the agent can't read, null for none; undefined if the agent replies. */
  readonly notice: string | null | undefined;
  /** The handover that the user of a messenger asks for with this message; undefined for none. */
  readonly asked: AskedHandover | undefined;
  /** The way in which the user can ask for a person; undefined if the channel offers none. */
  readonly person: ReturnType<typeof personOffer>;
  /** Part of the conversation that the model reads: characters of each message, and tokens of the earlier messages. */
  readonly reads: { readonly characters: number; readonly historyTokens: number | null };
  /** Rules for visitors; undefined for a messenger. */
  readonly visitors: ReturnType<typeof visitorRulesOf>;
}

/** A message that comes through a channel. */
interface Passing {
  /** Its end user; undefined if none is known. */
  readonly user: string | undefined;
  /** Undefined for another reply to a message that has passed. */
  readonly content: string | undefined;
  /** False if a person has taken over: then the service says nothing. */
  readonly isOpen: boolean;
  /** The conversation of the channel; undefined for a new one. */
  readonly ofChannel?: string | undefined;
}

/** Dependencies of the gate. */
export interface GateNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly record: ChannelNeeds['record'];
  /** Returns what a user who asks for a person reads, in the language of the conversation and the words of the request. */
  expectation(
    workspace: string,
    request: {
      readonly settings: object;
      readonly conversation: string | undefined;
      readonly said: string;
    },
  ): Promise<string>;
  /** True if a workspace has a team. */
  hasTeam(workspace: string, team: string): Promise<boolean>;
  /** Returns the statement that throws `orElse` if a workspace has no such team. */
  demandTeam(workspace: string, team: string, orElse: () => Error): Statement;
}

/** Checks every message through a channel against the channel's status, and its limits per visitor and day (UTC). */
export function createGate({ db, now, secrets, record, expectation, hasTeam, demandTeam }: GateNeeds) {
  /**
   * Statements for a message from a platform: the addressee of replies, and the obstacle if no reply can be delivered.
   */
  const passing = (actor: ChannelActor, user: string, channel: VisitedChannel) => {
    const { id, workspace, thread, context, at: lastEventAt } = actor;
    const { settings } = openSettings(secrets, { ...channel, channel: id });
    const to = { channel: id, conversation: null, user, thread, context: contextOf(context), lastEventAt };
    const obstacle = obstacleTo({ ...channel, settings }, to, now());
    const last = { context, at: lastEventAt };
    const remembered = remember(db, workspace, { channel: id, user, thread, last });
    if (obstacle === undefined) return { isUndeliverable: false, statements: [remembered] };
    const data = { channel: id, agent: channel.agent.id, code: obstacle.code };
    const event = record(systemIn(workspace), { type: 'channel.undeliverable', workspace, data });
    return { isUndeliverable: true, statements: [remembered, event] };
  };

  /** The counter of a thread, if the kind of the channel has a limit for it. */
  const threadCounters = (actor: ChannelActor, user: string, channel: VisitedChannel): store.DayCount[] => {
    const { messenger } = kindOf(channel.type as ChannelType);
    const most = messenger?.maxPerThread?.(JSON.parse(channel.settings));
    if (most === undefined) return [];
    const { date, expiresAt } = dayOf(now());
    const thread = threadDigest({ user, thread: actor.thread });
    return [{ id: `${channel.id} ${date} thread ${thread}`, channel: channel.id, most, expiresAt }];
  };

  /** The text for the sender of a message that the agent can't read, once a day in a thread, and its counter. */
  const noticeFor = async (actor: VisitorActor | ChannelActor, { user, isOpen }: Passing) => {
    const notice = actor.kind === 'channel' ? actor.notice : undefined;
    if (actor.kind !== 'channel' || notice === undefined) return { notice: undefined, noted: [] };
    const none = { notice: null, noted: [] };
    if (notice === '' || !isOpen || user === undefined) return none;
    const { id: channel, workspace, thread } = actor;
    const { date, expiresAt } = dayOf(now());
    const id = `${channel} ${date} unread ${threadDigest({ user, thread })}`;
    if ((await store.readCounts(db, workspace, [id])).size > 0) return none;
    return { notice, noted: [store.note(db, workspace, { id, channel, most: 1, expiresAt })] };
  };

  /** The handover that a message asks for, if it is one of the words of its messenger and people don't have it yet. */
  const askedBy = async (
    actor: VisitorActor | ChannelActor,
    channel: VisitedChannel,
    { isOpen, ofChannel: conversation }: Passing,
  ) => {
    const settings = JSON.parse(channel.settings) as object;
    const said = actor.kind === 'channel' && isOpen ? actor.said : undefined;
    if (said === undefined || !asksForPerson(settings, said)) return { asked: undefined, demanded: [] };
    const { workspace } = channel;
    const { team: named } = handoverOf(settings);
    const team = named !== undefined && (await hasTeam(workspace, named)) ? named : undefined;
    const text = await expectation(workspace, { settings, conversation, said });
    const demanded = team === undefined ? [] : [demandTeam(workspace, team, failures.teamGone)];
    return { asked: { text, team }, demanded };
  };

  /** The counters of the visitor's address and its network, which have a share of what the channel takes. */
  const addressCounters = ({ channel, address }: VisitorActor, limits: ChannelLimits): store.DayCount[] => {
    const { messagesPerDay, addressPercent } = limits;
    if (messagesPerDay === null) return [];
    const { date, expiresAt } = dayOf(now());
    const shareOf = (percent: number) => Math.ceil((messagesPerDay * percent) / 100);
    const counter = (place: string, percent: number): store.DayCount[] =>
      percent < 100
        ? [{ id: `${channel} ${date} at ${digestOf([channel, place])}`, channel, most: shareOf(percent), expiresAt }]
        : [];
    const [place, network] = [addressPrefix(address), networkPrefix(address)];
    const ofNetwork = network === place ? [] : counter(network, addressPercent * addressesOfNetwork);
    return [...counter(place, addressPercent), ...ofNetwork];
  };

  /** The counters that only messages on the web have, or only those of platforms. */
  const ownCounters = (
    actor: VisitorActor | ChannelActor,
    user: string | undefined,
    { channel, limits }: { readonly channel: VisitedChannel; readonly limits: ChannelLimits },
  ): store.DayCount[] => {
    if (actor.kind === 'visitor') return addressCounters(actor, limits);
    return user === undefined ? [] : threadCounters(actor, user, channel);
  };

  const countersOf = (channel: string, user: string | undefined, limits: ChannelLimits): store.DayCount[] => {
    const { date, expiresAt } = dayOf(now());
    const { visitorMessagesPerDay: ofVisitor, messagesPerDay: ofAll } = limits;
    return [
      ...(ofVisitor === null || user === undefined
        ? []
        : [{ id: `${channel} ${date} ${user}`, channel, most: ofVisitor, expiresAt }]),
      ...(ofAll === null ? [] : [{ id: `${channel} ${date}`, channel, most: ofAll, expiresAt }]),
    ];
  };

  /**
   * Lets a message pass. Throws `channel_not_found`, `channel_inactive`, `validation_failed` for one that is too long,
   * or `channel_limit_reached` with the channel's own words.
   */
  return async (actor: VisitorActor | ChannelActor, message: Passing): Promise<Passage> => {
    const { user, content } = message;
    const id = actor.kind === 'visitor' ? actor.channel : actor.id;
    const channel = await findVisited(db, id);
    if (channel === undefined || channel.workspace !== actor.workspace) throw failures.noChannel();
    if (channel.status === 'inactive') throw inactiveChannel();
    const limits = storedLimits(channel);
    const { messageLength, historyTokens } = limits;
    if (actor.kind === 'visitor' && content !== undefined) checkLength(content, messageLength);
    const counters = [...ownCounters(actor, user, { channel, limits }), ...countersOf(id, user, limits)];
    const full = () => limitReached(limits, now());
    // A look first, since a flood should not reach the writer; the statement decides.
    const counts = await store.readCounts(
      db,
      channel.workspace,
      counters.map((counter) => counter.id),
    );
    if (counters.some((counter) => (counts.get(counter.id) ?? 0) >= counter.most)) throw full();
    const { isUndeliverable, statements } =
      actor.kind === 'channel' && user !== undefined
        ? passing(actor, user, channel)
        : { isUndeliverable: false, statements: [] };
    const { notice, noted } = await noticeFor(actor, message);
    const { asked, demanded } = await askedBy(actor, channel, message);
    return {
      ...{ offlineMessage: channel.offlineMessage, isUndeliverable, notice, asked },
      person: personOffer(JSON.parse(channel.settings), actor.kind === 'visitor'),
      reads: { characters: messageLength, historyTokens },
      visitors: visitorRulesOf(channel),
      counted: [
        ...counters.map((counter) => store.count(db, channel.workspace, counter, full)),
        store.noteEvent(db, channel.workspace, { id, now: now() }),
        ...statements,
        ...noted,
        ...demanded,
      ],
    };
  };
}

/** The refusal of a channel that is switched off. */
export const inactiveChannel = (): AppError =>
  new AppError('channel_inactive', 'The channel is inactive.', { hint: 'Set its status to active.' });

function checkLength(content: string, most: number): void {
  if (hasAtMost(content, most)) return;
  throw invalid([{ path: 'content', message: `must have at most ${most.toLocaleString('en-US')} characters` }]);
}

function limitReached({ message }: ChannelLimits, now: number): AppError {
  const retryAfter = Math.ceil((day - (now % day)) / 1000);
  return new AppError('channel_limit_reached', message ?? 'No more messages are accepted today; try again tomorrow.', {
    retryAfter,
  });
}
