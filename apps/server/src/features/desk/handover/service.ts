import { demand, type RequestActor, reachOf } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { Hours } from '../../../hours/hours.ts';
import { isOpenAt, nextOpening } from '../../../hours/opening.ts';
import { handoverOf } from '../../../platforms/handover.ts';
import { lruCache } from '../../../scheduling/lru-cache.ts';
import type { Database } from '../../../storage/database.ts';
import type { ChannelHandover } from './schema.ts';
import { expectationIn, languageFor } from './sentences/expectation.ts';
import * as store from './store.ts';
import { usuallyWithin } from './usually.ts';

/** The days in which the speed of answers is measured, in ms. */
const measuredMs = 30 * 24 * 60 * 60 * 1000;

/** Time after which a handover without an answer counts as one that waits longer than any step, in ms. */
const patienceMs = 24 * 60 * 60 * 1000;

/** Time for which the measured time of a workspace is remembered, in ms, and max workspaces. */
const rememberedMs = 60_000;
const mostRemembered = 1_000;

/** Dependencies of what visitors who ask for a person can expect. */
export interface HandoverNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** True if the server can mail answers. */
  readonly mails: boolean;
  /** The hours of a workspace; undefined without any: then it is always open. */
  hoursOf(workspace: string): Promise<Hours | undefined>;
  /** The people who are here and can be given conversations: of a team, or of the workspace. */
  candidates(workspace: string, team: string | null): Promise<readonly unknown[]>;
  /** True if a workspace has a team. */
  hasTeam(workspace: string, team: string): Promise<boolean>;
}

/** A request for a person in a messenger. */
interface Request {
  /** The settings of the channel. */
  readonly settings: object;
  /** Undefined for a new conversation. */
  readonly conversation: string | undefined;
  /** The words of the request. */
  readonly said: string;
}

export type HandoverService = ReturnType<typeof createHandover>;

/** The prospects of visitors who ask for a person: if it is open, if a person is here, and how fast people answer. */
export function createHandover({ db, now, mails, hoursOf, candidates, hasTeam }: HandoverNeeds) {
  const remembered = lruCache<{ readonly at: number; readonly seconds: number | null }>(mostRemembered);

  const measure = async (workspace: string): Promise<number | null> => {
    const time = now();
    const known = remembered.get(workspace);
    if (known !== undefined && time - known.at < rememberedMs) return known.seconds;
    const handovers = await store.latestHandovers(db, workspace, time - measuredMs);
    // One that was asked for a moment ago isn't one that people don't answer.
    const settled = handovers.filter(({ asked, answered }) => answered !== undefined || time - asked > patienceMs);
    const seconds = usuallyWithin(settled.map(({ asked, answered }) => answered && answered - asked));
    remembered.set(workspace, { at: time, seconds });
    return seconds;
  };

  /** The prospects of those who ask, by the settings of their channel. */
  const prospects = async (workspace: string, settings: object) => {
    const { team, awayText } = handoverOf(settings);
    const asked = team !== undefined && (await hasTeam(workspace, team)) ? team : null;
    const [hours, time] = [await hoursOf(workspace), now()];
    const open = hours === undefined || isOpenAt(hours, time);
    const opening = open ? undefined : nextOpening(hours, time);
    return {
      open,
      opensAt: opening === undefined ? null : new Date(opening).toISOString(),
      here: (await candidates(workspace, asked)).length > 0,
      usuallyWithin: await measure(workspace),
      awayText: awayText === '' ? null : awayText,
      timeZone: hours?.timeZone ?? 'UTC',
    };
  };

  return {
    /** The sentence that tells the user of a messenger what happens and when, in the language of the conversation. */
    expectation: async (workspace: string, { settings, conversation, said }: Request): Promise<string> => {
      const texts = conversation === undefined ? [] : await store.latestTexts(db, workspace, conversation);
      return expectationIn(languageFor(said, texts), await prospects(workspace, settings), now());
    },

    /** Throws `channel_not_found`, or `insufficient_role` without the permission. A visitor has one channel. */
    read: async (actor: RequestActor, id: string): Promise<ChannelHandover> => {
      const isOther = actor.kind === 'visitor' && actor.channel !== id;
      const channel = isOther ? undefined : await store.findChannel(db, reachOf(actor), id);
      if (channel === undefined) throw new AppError('channel_not_found', 'There is no such channel.');
      const { workspace } = channel;
      demand(actor, 'conversations:read', workspace);
      const settings = JSON.parse(channel.settings) as object;
      const { timeZone: _, ...expected } = await prospects(workspace, settings);
      return { channel: id, offered: handoverOf(settings).isOffered, ...expected, byMail: mails };
    },
  };
}
