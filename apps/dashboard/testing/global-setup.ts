import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium, serveChromium } from './setup/chromium.ts';
import { serveServers } from './setup/shared-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The tests' Chromium: its program and where it listens; undefined if the machine has none. */
    chromium: { readonly path: string; readonly endpoint: string } | undefined;
    /** Address at which a worker asks for the server that its blocks share. */
    servers: string;
  }
}

const command = resolve(import.meta.dirname, '../../server/bin/parley.mjs');

/**
 * Once before the tests: builds what the servers need, starts one Chromium for all of them, and offers each worker a
 * server. Returns the function that closes all of these.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [command, 'serve', '--help'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const path = findChromium();
  if (path === undefined) return async () => {};
  const server = await serveChromium(path);
  const servers = await serveServers();
  project.provide('chromium', { path, endpoint: server.wsEndpoint() });
  project.provide('servers', servers.url);
  return async () => {
    await Promise.all([server.close(), servers.close()]);
  };
}
