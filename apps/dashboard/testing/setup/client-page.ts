import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../../../../packages/sdk/dist');

/** Loads the client as a page would, and hands it to the test. */
const page = `<!doctype html>
<script type="module">
  import * as client from '/client/index.js';
  window.client = client;
</script>
`;

/** A site of its own: an empty page, the packed client as plain files, and a proxy to the service. */
export interface ClientPage {
  readonly url: string;
  /** The paths of the client's files that were requested. */
  readonly loaded: string[];
  close(): Promise<void>;
}

/**
 * Serves the packed client under `/client/`, as the files that it consists of, and everything under `/api/` from a
 * service. The service allows no other origins, so a site that calls it from a page is a proxy to it, like this one.
 */
export async function serveClientPage(service: string): Promise<ClientPage> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-client-page-'));
  const { file } = JSON.parse(readFileSync(join(dist, 'parley-sdk.json'), 'utf8')) as { file: string };
  execFileSync('tar', ['xzf', join(dist, file), '-C', folder]);
  const loaded: string[] = [];

  const sendModule = (path: string, response: ServerResponse) => {
    loaded.push(path);
    // No guess at other extensions and no index file: what isn't there by its whole name is not found.
    const read = () => readFileSync(join(folder, 'package/dist', path));
    try {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(read());
    } catch {
      response.writeHead(404).end();
    }
  };

  const server = createServer((incoming, response) => {
    const { url = '/', method = 'GET', headers } = incoming;
    if (url.startsWith('/client/')) return sendModule(url.slice('/client/'.length), response);
    if (!url.startsWith('/api/')) return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    const outgoing = request(new URL(url, service), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    return incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loaded,
    close: async () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}
