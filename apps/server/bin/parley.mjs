#!/usr/bin/env node
/**
 * The `parley` command. In a checkout it builds first if the build is missing or older than the sources, and for
 * `serve` the dashboard, the widget and the clients that it offers, too; an installed package has no scripts and starts at once.
 */
import { existsSync } from 'node:fs';

const scripts = new URL('../scripts/build-stale.mjs', import.meta.url);

if (existsSync(scripts)) {
  const { buildStaleServer, buildStaleService } = await import(scripts.href);
  await (process.argv[2] === 'serve' ? buildStaleService() : buildStaleServer());
}
await import(new URL('../dist/main.js', import.meta.url).href);
