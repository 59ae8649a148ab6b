// @module-tag sql
import { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { send, signIn } from '../../../testing/request.ts';
import { says, startFakeProvider } from '../../../testing/servers/fake-provider.ts';
import { calls } from '../../../testing/servers/fake-tools.ts';
import { behind } from '../../../testing/servers/platform-server.ts';
import type { PostedMessage } from '../../../testing/servers/slack-blocks.ts';
import { type App, startSlackServer } from '../../../testing/servers/slack-server.ts';
import { startTelegramServer } from '../../../testing/servers/telegram-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const publicUrl = 'https://parley.example.com';
let ownUrl = '';
const provider = await startFakeProvider();
const slack = await startSlackServer(behind(publicUrl, () => ownUrl));
const telegram = await startTelegramServer(behind(publicUrl, () => ownUrl));
const environment = {
  ...{ ...slack.environment, ...telegram.environment, ...provider.environment, PUBLIC_URL: publicUrl },
  PARLEY_ALLOW_PRIVATE_HOSTS: [slack, telegram, provider].map(({ url }) => new URL(url).host).join(','),
};
afterAll(async () => {
  await Promise.all([slack.close(), telegram.close(), provider.close()]);
});

const room = 'C0TEAM00001';
const stranger = 'U0STRANGER1';
const nora = 'U0NORA00001';
