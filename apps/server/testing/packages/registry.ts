import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const home = resolve(import.meta.dirname, '../../../..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package that npm installed here, and its tarball. */
interface Published extends Manifest {
  readonly file: string;
  readonly integrity: string;
}

/** A registry on the loopback. */
export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a registry for npm that has some packages of the repository's node_modules with their dependencies, and
 * nothing else: an installation is real, and needs no network. Packages for other platforms are absent, like any
 * optional dependency that can't be fetched. `folder` gets the tarballs.
 */
export async function startRegistry(names: readonly string[], folder: string): Promise<Registry> {
  const published = await publish(closureOf(names), folder);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = [...published.values()].find(({ file }) => path === `-/${file}`);
    if (tarball !== undefined) return response.end(readFileSync(join(folder, tarball.file)));
    const found = published.get(path);
    if (found === undefined) return response.writeHead(404).end('{}');
    const { file, integrity, ...manifest } = found;
    const dist = { integrity, tarball: `http://${request.headers.host}/-/${file}` };
    const { name, version } = manifest;
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Packages with all their dependencies that are installed here, by name. */
function closureOf(names: readonly string[]): Map<string, Manifest> {
  const found = new Map<string, Manifest>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const file = join(home, 'node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(file)) continue;
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    found.set(name, manifest);
    queue.push(...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }));
  }
  return found;
}

async function publish(manifests: Map<string, Manifest>, folder: string): Promise<Map<string, Published>> {
  const folders = [...manifests.keys()].map((name) => join(home, 'node_modules', name));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...folders];
  const { stdout } = await promisify(execFile)('npm', packing, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
  const packed = JSON.parse(stdout) as { name: string; filename: string; integrity: string }[];
  const published = packed.flatMap(({ name, filename, integrity }) => {
    const manifest = manifests.get(name);
    // npm 9 reports another name for the file of a scoped package than it writes.
    const file = filename.replace('@', '').replace('/', '-');
    return manifest === undefined ? [] : [[name, { ...manifest, file, integrity }] as const];
  });
  return new Map(published);
}
