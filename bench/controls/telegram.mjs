/**
 * A platform that speaks as much of Telegram's Bot API as a bench needs, and answers at once. `GET /bot/say/<number>` has
 * it pass so many messages of users on, one after the other, each once the reply to the last one was sent.
 */
import { Agent, createServer, request as open } from 'node:http';

let [webhook, secret, said, id] = ['', '', 0, 1];
/** Called when the service has sent a message. */
let onSent = () => undefined;

const agent = new Agent({ keepAlive: true });

const answers = {
  getMe: () => ({ id: 700_000_001, is_bot: true, first_name: 'Bench', username: 'bench_bot' }),
  setWebhook: (body) => {
    secret = body.secret_token;
    webhook = body.url;
    return true;
  },
  getWebhookInfo: () => ({ url: '', pending_update_count: 0 }),
  sendMessage: (body) => {
    id += 1;
    onSent();
    return { message_id: id, date: 1_770_000_000, chat: { id: body.chat_id, type: 'private' }, text: body.text };
  },
};

/** Passes a message on, and waits until a reply was sent. */
async function say(port) {
  said += 1;
  // A user may send a channel so many messages a minute.
  const user = 41 + (said % 200);
  const from = { id: user, is_bot: false, first_name: 'Ada', language_code: 'en' };
  const chat = { id: user, type: 'private', first_name: 'Ada' };
  const message = { message_id: said, from, chat, date: Math.floor(Date.now() / 1000), text: 'What do you say?' };
  const replied = new Promise((resolve) => {
    onSent = resolve;
  });
  const update = JSON.stringify({ update_id: 500_000_000 + said, message });
  const status = await new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(update),
      'x-telegram-bot-api-secret-token': secret,
    };
    const path = new URL(webhook).pathname;
    open({ agent, port, path, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(update);
  });
  if (status !== 200) throw new Error(`The service answers ${status}.`);
  await replied;
}

createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', async () => {
    const [method, count, port] = request.url.split('/').slice(2);
    const answer = (result, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: status === 200, result }));
    if (method === 'state') return answer({ isRegistered: webhook !== '' });
    if (method !== 'say') {
      const name = request.url.split('/').at(-1);
      return answer(answers[name]?.(JSON.parse(text || '{}')) ?? true);
    }
    try {
      for (let left = Number(count); left > 0; left -= 1) await say(Number(port));
      answer(true);
    } catch (error) {
      answer(String(error), 500);
    }
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
