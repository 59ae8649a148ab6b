import type { Secrets } from '../../../access/secrets.ts';
import { AppError } from '../../../errors.ts';
import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import type { Addressee, Obstacle, SettingValues } from '../../../platforms/messenger.ts';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { openSettings } from '../settings/secrets.ts';
import { contextOf, targetOf } from './target-store.ts';

/** A channel as far as it tells whether something can be delivered. */
export interface Deliverer {
  readonly type: string;
  readonly status: string;
  /** 1 if its platform refuses it; then `lastError` is the JSON of the reason. */
  readonly refused: number;
  readonly lastError: string | null;
  /** With the secret ones. */
  readonly settings: SettingValues;
}

/** Returns why nothing can be delivered to an addressee now; undefined if no obstacle is known. */
export function obstacleTo(channel: Deliverer, to: Addressee, now: number): Obstacle | undefined {
  const { messenger } = kindOf(channel.type as ChannelType);
  if (messenger === undefined || channel.status === 'inactive' || !messenger.sends(channel.settings)) return undefined;
  if (Number(channel.refused) === 1) return refusalOf(channel.lastError);
  return messenger.obstacle?.(to, { settings: channel.settings, now });
}

/** Returns the reason for which its platform refuses a channel. */
function refusalOf(lastError: string | null): Obstacle {
  const { code, message } = JSON.parse(lastError ?? '{}') as Partial<Obstacle>;
  return { code: code ?? 'refused', message: message ?? 'The platform refuses the channel.' };
}

/** Error for a message that can't be delivered: the first sentence says what is wrong, the rest what to do. */
function undeliverable({ code, message }: Obstacle): AppError {
  const [error = message, ...advice] = message.split(/(?<=[.!?]) (?=[A-Z])/);
  const hint = advice.length === 0 ? {} : { hint: advice.join(' ') };
  return new AppError('undeliverable', error, { ...hint, details: [{ path: 'channel', message: code }] });
}

const target = prepared(targetOf);

/** Finds the channel of a conversation, and its addressee there. */
async function findTarget(db: Database, workspace: string, conversation: string) {
  const [row] = await db.read(target(db, { conversation, workspace }));
  return row;
}

/** Creates the check that a message in a conversation would reach its end user through the channel. */
export const createDemandDeliverable =
  ({
    db,
    now,
    secrets,
  }: {
    readonly db: Database;
    readonly now: () => number;
    readonly secrets: Pick<Secrets, 'open'>;
  }) =>
  async (workspace: string, conversation: string): Promise<void> => {
    const found = await findTarget(db, workspace, conversation);
    if (found === undefined) return;
    const { settings } = openSettings(secrets, found);
    const { channel, user, thread, context } = found;
    const lastEventAt = found.lastEventAt === null ? null : Number(found.lastEventAt);
    const to = { channel, conversation, user, thread, context: contextOf(context), lastEventAt };
    const obstacle = obstacleTo({ ...found, settings }, to, now());
    if (obstacle !== undefined) throw undeliverable(obstacle);
  };
