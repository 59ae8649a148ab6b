import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newSigningSecret } from '../../apps/server/src/access/standard-webhooks.ts';
import { signedHeaders } from '../../apps/server/testing/servers/webhook-server.ts';
import { readSteps } from './page.ts';
import { hasFastApi, python, repository } from './place.ts';
import { reservePort } from './ports.ts';

const page = readFileSync(join(repository, 'docs/guides/webhooks.md'), 'utf8');
const secret = newSigningSecret();

/** Starts the receiver in Python as the page has it; returns its folder and address. */
async function startReceiver() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-receiver-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = readSteps(page).find((step) => step.kind === 'file' && step.name === 'receiver.py');
  writeFileSync(join(folder, 'receiver.py'), file?.kind === 'file' ? file.code : '');
  const port = String(await reservePort());
  const args = ['-m', 'uvicorn', 'receiver:app', '--port', port, '--log-level', 'warning'];
  const child: ChildProcess = spawn(python ?? '', args, {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: join(repository, 'python/src'), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'close');
    if (child.exitCode === null && child.kill()) await ended;
  });
  const url = `http://127.0.0.1:${port}/parley-events`;
  await vi.waitFor(() => fetch(url), { timeout: 30_000, interval: 20 });
  return { folder, url };
}

// The whole page runs with the other guides, in `npm run test:all` only.
describe.skipIf(!hasFastApi)('the receiver with FastAPI', () => {
  it('keeps a signed event once, and refuses others', { timeout: 60_000 }, async () => {
    const { folder, url } = await startReceiver();
    // Spaces, which no program would write again as they are.
    const body = '{ "type":"agent.created",  "data":{"agent":"agent_é"} }';
    const send = async (id: string, text = body, by = secret) => {
      const headers = { 'content-type': 'application/json', ...signedHeaders(by, body, { id }) };
      return (await fetch(url, { method: 'POST', headers, body: text })).status;
    };
    expect(await send('evt_1')).toBe(204);
    expect(await send('evt_1')).toBe(204);
    expect(await send('evt_2', body.replace('é', 'e'))).toBe(401);
    expect(await send('evt_3', body, newSigningSecret())).toBe(401);
    expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
    const program = `import json, sqlite3; print(json.dumps(sqlite3.connect("inbox.db").execute("select * from inbox").fetchall()))`;
    const kept = JSON.parse(execFileSync(python ?? '', ['-c', program], { cwd: folder, encoding: 'utf8' })) as [
      string,
      string,
    ][];
    expect(kept.map(([id, event]) => [id, JSON.parse(event)])).toEqual([['evt_1', JSON.parse(body)]]);
  });
});
