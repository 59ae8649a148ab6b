import type { Actor } from '../../../access/actor.ts';
import { invalid } from '../../../errors.ts';
import { kindOf } from '../../../platforms/kinds.ts';
import { SendFailure } from '../../../platforms/messenger.ts';
import { createPresentation, getAgent, getChannel } from '../access.ts';
import { openedContext } from '../delivery/send-context.ts';
import { failures } from '../failures.ts';
import type { ChannelNeeds } from '../needs.ts';
import { readSecrets } from '../settings/secrets.ts';
import { type CreateCheck, createSettings, type SplitSettings } from '../settings/settings.ts';
import type { ChannelCheck, ChannelTest } from './schema.ts';

/** Creates the check of settings that aren't saved yet: whether the platform accepts them. */
export function createSettingsTest(needs: ChannelNeeds, createCheck: CreateCheck) {
  const { db, findAgent, publicUrl, secrets } = needs;
  const settingsOf = createSettings(createCheck);
  const { channelOf } = createPresentation(publicUrl);

  /** The settings of a channel of an agent; undefined without a channel. Throws for a channel of another type. */
  const storedIn = async (
    actor: Actor,
    agent: string,
    { channel: id, type }: Pick<ChannelCheck, 'channel' | 'type'>,
  ): Promise<SplitSettings | undefined> => {
    if (id === undefined) return undefined;
    const { json, secrets: sealed } = await getChannel(db, actor, { id, permission: 'agents:write' });
    const channel = channelOf(json);
    if (channel.agent !== agent) throw failures.noChannel();
    // Its secrets are those of another platform.
    if (channel.type !== type)
      throw invalid([{ path: 'type', message: `must be that of the channel: ${channel.type}` }]);
    return { shown: channel.settings, secret: readSecrets(secrets, { channel: id, secrets: sealed }).settings };
  };

  return async (actor: Actor, agent: string, checked: ChannelCheck): Promise<ChannelTest> => {
    const { type, settings } = checked;
    await getAgent(findAgent, actor, { id: agent, permission: 'agents:write' });
    const { shown, secret } = settingsOf(type, settings, await storedIn(actor, agent, checked));
    const { messenger } = kindOf(type);
    if (messenger?.tryOut === undefined) return { ok: true, checks: [] };
    const opened = { settings: { ...shown, ...secret }, secrets: { settings: secret, secret: null } };
    const context = openedContext(needs, { type, ...opened });
    try {
      const found = await messenger.tryOut(context);
      return { ok: true, checks: found.map(({ name, message }) => ({ name, ok: true, message })) };
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      return { ok: false, checks: [{ name: error.code, ok: false, message: error.message }] };
    }
  };
}
