/**
 * Builds the dashboard into `apps/dashboard/dist`, with Brotli and gzip copies of each file.
 *
 *   node apps/dashboard/scripts/build.mjs
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(home, 'dist');

/** Min size of a compressed file, in bytes; smaller ones gain nothing. */
const minCompressed = 1024;

/** Builds next to the old build and replaces it at the end. Rejects if the build fails; the old one then stays. */
export async function buildDashboard() {
  const fresh = join(home, `.building-${process.pid}`);
  try {
    await bundle(fresh);
    compress(join(fresh, 'assets'));
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Writes the bundle and its manifest into a folder. It is for production whatever NODE_ENV says: Vite would otherwise
 * follow that, and bundle the development build of libraries.
 * @param {string} outDir
 * @returns {Promise<import('vite').Rolldown.OutputChunk[]>} The chunks of code.
 */
export async function bundle(outDir) {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const built = await build({
      configFile: join(home, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    });
    if (!('output' in built)) throw new Error('Vite returned no output.');
    return built.output.filter((file) => file.type === 'chunk');
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** @param {string} folder */
function compress(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    if (!/\.(js|css|svg)$/.test(name) || bytes.length < minCompressed) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildDashboard();
