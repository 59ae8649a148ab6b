/**
 * Answers questions from the files of a folder. Each file is a knowledge source: a new one is uploaded, a changed one
 * replaced, and the source of a file that is gone is deleted. Run it again after a change, or every night.
 *
 *   PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 node answers.mjs agent_… ./handbook
 *   node answers.mjs agent_… ./handbook "How many days off are there?"
 *
 * The key needs the scope `workspace:admin`, as sources are deleted. Only the agent's own sources of files are touched.
 */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parley, ParleyError } from '@parley/sdk';

const types = /\.(?:pdf|docx|html?|md|txt|csv)$/i;

const [agent, folder, question] = process.argv.slice(2);
if (agent === undefined || folder === undefined) {
  console.error('Usage: node answers.mjs <agent> <folder> [question]');
  process.exit(2);
}

try {
  const client = new Parley();
  await sync(client, agent, folder);
  if (question !== undefined) await ask(client, agent, question);
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  // Synced files stay; the next run continues.
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Makes the sources of an agent those of a folder's files, and waits until they are ready.
 * @param {Parley} client
 * @param {string} agentId
 * @param {string} path
 */
async function sync(client, agentId, path) {
  const names = (await readdir(path)).filter((name) => types.test(name)).sort();
  const found = [];
  for await (const source of client.knowledgeSources.list({ agentId, type: 'file' })) found.push(source);
  const { knowledgeSources } = await client.agents.retrieve(agentId);
  const added = [];
  for (const name of names) {
    const source = found.find(({ file }) => file?.name === name);
    const file = { name, content: await openAsBlob(join(path, name)) };
    if (source?.file?.hash === (await hashOf(join(path, name)))) continue;
    console.log(`${source === undefined ? 'Adding' : 'Replacing'} ${name}`);
    if (source === undefined) added.push((await client.knowledgeSources.upload({ file }))._id);
    else await client.knowledgeSources.replaceFile(source._id, { file });
  }
  const gone = found.filter(({ file }) => file !== null && !names.includes(file.name));
  const ids = gone.map(({ _id }) => _id);
  const attached = [...knowledgeSources.filter((id) => !ids.includes(id)), ...added];
  await client.agents.update(agentId, { knowledgeSources: attached });
  for (const { _id, name } of gone) {
    console.log(`Deleting ${name}`);
    await client.knowledgeSources.delete(_id);
  }
  // A file that can't be read fails its own source; the others serve.
  for (const id of attached) await client.knowledgeSources.waitUntilReady(id).catch(explain);
}

/** @param {string} path */
async function hashOf(path) {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** @param {unknown} error */
function explain(error) {
  if (!(error instanceof ParleyError) || error.code !== 'source_failed') throw error;
  console.error(error.message);
}

/**
 * Asks the agent, and prints the reply with what it quotes.
 * @param {Parley} client
 * @param {string} agentId
 * @param {string} content
 */
async function ask(client, agentId, content) {
  const { reply } = await client.agents.chat(agentId, { content });
  console.log(reply?.content);
  for (const { title, page, quote } of reply?.citations ?? []) {
    console.log(`  ${title}${page ? `, page ${page}` : ''}: “${quote.replaceAll('\n', ' ')}”`);
  }
}
