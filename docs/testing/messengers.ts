import { onTestFinished } from 'vitest';
import { startSlackServer } from '../../apps/server/testing/slack-server.ts';
import { startTelegramServer } from '../../apps/server/testing/telegram-server.ts';
import type { Replacements } from './session.ts';

/** How a page starts a server that messengers reach. */
const start = 'PUBLIC_URL=https://parley.example.com npm start';

/** Starts the messengers that a page is about; its tokens and its server's start are replaced by ones that work here. */
export async function startMessengers(markdown: string): Promise<Replacements> {
  if (markdown.startsWith('# Telegram\n')) {
    const telegram = await startTelegramServer();
    onTestFinished(telegram.close);
    return {
      [start]: `${words(telegram.environment)} ${start}`,
      '8012345678:AAE4example4example4example4examplee': telegram.addBot().token,
    };
  }
  if (markdown.startsWith('# Slack\n')) {
    const slack = await startSlackServer();
    onTestFinished(slack.close);
    const app = slack.addApp();
    return {
      [start]: `${words(slack.environment)} ${start}`,
      'xoxb-1234567890123-4567890123456-EXAMPLEexampleEXAMPLE': app.token,
      '0123456789abcdef0123456789abcdef': app.signingSecret,
    };
  }
  return {};
}

/** Settings as a shell takes them before a command. */
const words = (environment: Readonly<Record<string, string>>) =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
