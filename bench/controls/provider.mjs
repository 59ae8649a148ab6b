/**
 * A model provider with OpenAI's streamed chat completions: it waits, then sends the same token repeatedly.
 * The control of `conversations`: a client that asks it directly waits for it alone.
 */
import { createServer } from 'node:http';

const firstToken = Number(process.env['FIRST_TOKEN_MS']);
const betweenTokens = Number(process.env['TOKEN_MS']);
const tokens = Number(process.env['TOKENS']);

const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'fake' };
const event = (fields) => `data: ${JSON.stringify({ ...frame, ...fields })}\n\n`;
const word = event({ choices: [{ index: 0, delta: { role: 'assistant', content: 'word ' }, finish_reason: null }] });
const usage = { prompt_tokens: 11, completion_tokens: tokens, total_tokens: 11 + tokens };
const ending =
  event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
  event({ choices: [], usage }) +
  'data: [DONE]\n\n';

createServer((request, response) => {
  if (request.method === 'GET') {
    response.end('ready');
    return;
  }
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let said = 0;
    const speak = () => {
      if (said === tokens) {
        response.end(ending);
        return;
      }
      response.write(word);
      said += 1;
      setTimeout(speak, said === tokens ? 0 : betweenTokens);
    };
    setTimeout(speak, firstToken);
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');
