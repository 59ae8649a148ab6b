/**
 * Builds the dashboard into `apps/dashboard/dist`, with Brotli and gzip copies of each file.
 *
 *   node apps/dashboard/scripts/build.mjs
 */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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
    await compress(join(fresh, 'assets'));
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

/**
 * Compresses the files of a folder in the thread pool, on all cores: at the best quality it takes as long as the bundle.
 * @param {string} folder
 */
async function compress(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      if (bytes.length < minCompressed) return;
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildDashboard();
