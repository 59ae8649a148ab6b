/**
 * A chat in the terminal. Replies appear while they are written; Ctrl+C cancels a reply, and without one ends the chat.
 *
 *   PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 node chat.mjs agent_… [conversation]
 *
 * The key needs the scope `conversations:write`.
 */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { APIError, Parley, ParleyError } from '@parley/sdk';

const [agent, given] = process.argv.slice(2);
if (agent === undefined) {
  console.error('Usage: node chat.mjs <agent> [conversation]');
  process.exit(2);
}

const client = connect();
const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: 'you> ' });
/** @type {string | undefined} */
let conversation = given;
/** Stops reading the current reply. @type {AbortController | undefined} */
let reading;

terminal.on('SIGINT', () => {
  if (reading === undefined) terminal.close();
  else reading.abort();
});

terminal.prompt();
for await (const line of terminal) {
  if (line.trim() !== '') await say(line);
  terminal.prompt();
}
console.log(conversation === undefined ? '' : `\nContinue with: node chat.mjs ${agent} ${conversation}`);

/** Settings come from the environment; a wrong one is explained in one sentence. */
function connect() {
  try {
    return new Parley();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
}

/**
 * Sends a message and prints the reply. A failure is printed, and the chat goes on.
 * @param {string} content
 */
async function say(content) {
  reading = new AbortController();
  const options = { signal: reading.signal };
  // A lost connection is resumed by the client. The ID makes a repeat by hand safe, too.
  const message = { content, clientMessageId: randomUUID() };
  try {
    const stream =
      conversation === undefined
        ? client.agents.stream(agent ?? '', message, options)
        : client.messages.stream(conversation, message, options);
    for await (const event of stream) {
      if (event.type === 'message.created') conversation = event.message.conversation;
      else if (event.type === 'message.delta') process.stdout.write(event.text);
      else if (event.type === 'message.failed') console.error(`\n${event.error}`);
    }
    process.stdout.write('\n');
  } catch (error) {
    await explain(error);
  } finally {
    reading = undefined;
  }
}

/** @param {unknown} error */
async function explain(error) {
  if (reading?.signal.aborted && conversation !== undefined) {
    await client.conversations.cancel(conversation);
    console.log(' [cancelled]');
  } else if (error instanceof APIError) {
    console.error(`\n${error.message}${error.hint === undefined ? '' : ` ${error.hint}`} (${error.requestId})`);
  } else if (error instanceof ParleyError) {
    console.error(`\n${error.message}`);
  } else {
    throw error;
  }
}
