import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startDiscordServer } from '../../apps/server/testing/servers/discord-server.ts';
import { startMailServers } from '../../apps/server/testing/servers/mail-servers.ts';
import { startSlackServer } from '../../apps/server/testing/servers/slack-server.ts';
import { startTelegramServer } from '../../apps/server/testing/servers/telegram-server.ts';
import { startWhatsappServer } from '../../apps/server/testing/servers/whatsapp-server.ts';
import type { Replacements } from './session.ts';

/** Command with which a page starts a server that messengers reach. */
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
  if (markdown.startsWith('# Discord\n')) return startDiscord();
  if (markdown.startsWith('# WhatsApp\n')) return startWhatsapp();
  if (markdown.startsWith('# Email\n')) return startMail();
  return {};
}

/** Message of a page's reader to the agent. */
const question = 'Where is my order?';

/** Asks the question once a platform knows the address of the channel, as the reader does then. */
function askOnce(addressOf: () => unknown, ask: (address: string) => Promise<unknown>): void {
  const asking = setInterval(() => {
    const address = addressOf();
    if (typeof address !== 'string') return;
    clearInterval(asking);
    void ask(address);
  }, 100);
  onTestFinished(() => clearInterval(asking));
}

/** The platform asks the address of the channel before it takes it, so the server's own is shown in place of the page's. */
const reached = (url: string, type: string): Replacements => ({
  [start]:
    `PARLEY_PLATFORM_URLS=${type}=${url} PARLEY_ALLOW_PRIVATE_HOSTS=${new URL(url).host} ` +
    'PUBLIC_URL=http://127.0.0.1:3000 npm start',
  'https://parley.example.com': 'http://127.0.0.1:3000',
});

async function startDiscord(): Promise<Replacements> {
  const discord = await startDiscordServer();
  onTestFinished(discord.close);
  askOnce(
    () => discord.application['interactions_endpoint_url'],
    (address) => discord.interact(address, { text: question }),
  );
  return {
    ...reached(discord.url, 'discord'),
    d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a: discord.publicKey,
    'MTIwMzk1ODEyOTM4OTEyNDYxOA.EXAMPLE.exampleexampleexample': discord.botToken,
  };
}

async function startWhatsapp(): Promise<Replacements> {
  const whatsapp = await startWhatsappServer();
  onTestFinished(whatsapp.close);
  askOnce(
    () => whatsapp.webhooks['phone_number'],
    (address) => whatsapp.say(address, { text: question }),
  );
  return { ...reached(whatsapp.url, 'whatsapp'), EAAJBexampleexampleexampleexample: whatsapp.accessToken };
}

/** Settings as a shell takes them before a command. */
const words = (environment: Readonly<Record<string, string>>) =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** The mail servers of a page: what is sent to the mailbox arrives in it, and their certificate is trusted. */
async function startMail(): Promise<Replacements> {
  const password = 'abcd-efgh-ijkl';
  const servers = await startMailServers({
    password,
    onMail: ({ to, raw }) => {
      if (to.includes('support@shop.test')) servers.imap.deliver(raw);
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'parley-mail-'));
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, servers.trustedCa);
  onTestFinished(async () => {
    await servers.close();
    rmSync(folder, { recursive: true });
  });
  const { smtp, imap, environment } = servers;
  return {
    'npm start': `NODE_EXTRA_CA_CERTS=${ca} ${words(environment)} npm start`,
    'curl -s smtps://smtp.example.com:465': `curl -s --cacert ${ca} smtps://localhost:${smtp.port}`,
    '"smtpPort":465': `"smtpPort":${smtp.port}`,
    '"imapPort":993': `"imapPort":${imap.port}`,
    'smtp.example.com': 'localhost',
    'imap.example.com': 'localhost',
    'support@example.com': 'support@shop.test',
  };
}
