/** A platform that speaks as much of Telegram's Bot API as a bench needs, and answers at once. */
import { createServer } from 'node:http';

let [secret, sent, id] = ['', 0, 1];
/** Requests that wait until so many messages were sent. */
const waiting = new Map();

const answers = {
  getMe: () => ({ id: 700_000_001, is_bot: true, first_name: 'Bench', username: 'bench_bot' }),
  setWebhook: (body) => {
    secret = body.secret_token;
    return true;
  },
  getWebhookInfo: () => ({ url: '', pending_update_count: 0 }),
  sendMessage: (body) => {
    sent += 1;
    id += 1;
    waiting.get(sent)?.();
    waiting.delete(sent);
    return { message_id: id, date: 1_770_000_000, chat: { id: body.chat_id, type: 'private' }, text: body.text };
  },
};

createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const method = request.url.split('/').at(-1);
    const answer = (result) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }));
    if (method === 'state') answer({ secret, sent });
    else if (Number(method) > sent) waiting.set(Number(method), () => answer(true));
    else answer(answers[method]?.(JSON.parse(text || '{}')) ?? true);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
