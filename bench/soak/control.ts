/**
 * The control: a process that answers every request with the same few bytes, and that isn't attacked. The additional
 * time of its reads beside a neighbour is the cost of the machine and not of the service: on two cores the processes of
 * the neighbours, of the tenant and of the database compete with the server. Started as a program it is that process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createClient } from './tenants/client.ts';
import { readSteadily, type SteadyReads } from './tenants/steady.ts';

const program = fileURLToPath(import.meta.url);

if (process.argv[1] === program) {
  const server = createServer((_request, response) => response.end('{"name":"Read all the time"}'));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

/** Starts the control and its steady reads. The caller must stop it. */
export async function startControl(): Promise<SteadyReads> {
  const child = fork(program, { stdio: ['ignore', 2, 2, 'ipc'] });
  const [port] = (await once(child, 'message')) as [number];
  const client = createClient({ url: `http://127.0.0.1:${port}`, address: '127.0.0.3' });
  const reads = readSteadily(() => client.send('GET', '/'));
  return {
    ...reads,
    stop: async () => {
      await reads.stop();
      client.close();
      child.disconnect();
    },
  };
}
