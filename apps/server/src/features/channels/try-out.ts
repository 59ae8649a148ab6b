import type { Actor } from '../../access/actor.ts';
import { createPresentation, getAgent, getChannel } from './access.ts';
import { failures } from './failures.ts';
import { kindOf } from './kinds/kinds.ts';
import { SendFailure } from './kinds/messenger.ts';
import type { ChannelCheck, ChannelTest } from './more-schema.ts';
import type { ChannelNeeds } from './needs.ts';
import { readSecrets, sealSecrets } from './secrets.ts';
import { sendContext } from './send-context.ts';
import { type CreateCheck, createSettings } from './settings.ts';

/** Creates the check of settings that aren't saved yet: whether the platform accepts them. */
export function createTryOut(needs: ChannelNeeds, createCheck: CreateCheck) {
  const { db, findAgent, publicUrl, secrets } = needs;
  const settingsOf = createSettings(createCheck);
  const { channelOf } = createPresentation(publicUrl);

  /** The settings of a channel of an agent, with the secret ones; none without a channel. */
  const storedIn = async (actor: Actor, agent: string, id: string | undefined) => {
    if (id === undefined) return {};
    const { json, secrets: sealed } = await getChannel(db, actor, { id, permission: 'agents:write' });
    const channel = channelOf(json);
    if (channel.agent !== agent) throw failures.noChannel();
    return { ...channel.settings, ...readSecrets(secrets, sealed).settings };
  };

  return async (actor: Actor, agent: string, { type, settings, channel }: ChannelCheck): Promise<ChannelTest> => {
    await getAgent(findAgent, actor, { id: agent, permission: 'agents:write' });
    const { shown, secret } = settingsOf(type, { ...(await storedIn(actor, agent, channel)), ...settings });
    const { messenger } = kindOf(type);
    if (messenger?.tryOut === undefined) return { ok: true, checks: [] };
    const sealed = sealSecrets(secrets, { settings: secret, secret: null });
    const context = sendContext(needs, { type, settings: JSON.stringify(shown), secrets: sealed });
    try {
      const found = await messenger.tryOut(context);
      return { ok: true, checks: found.map(({ name, message }) => ({ name, ok: true, message })) };
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      return { ok: false, checks: [{ name: error.code, ok: false, message: error.message }] };
    }
  };
}
