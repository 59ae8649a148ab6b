/** Builds the client into `packages/sdk/dist`: `node packages/sdk/scripts/build.mjs`. */
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildPackage } from '../../../scripts/pack/package.mjs';

const home = dirname(dirname(fileURLToPath(import.meta.url)));

/** Compiles the client and packs it. Rejects if it doesn't compile; the former package then stays. */
export const buildSdk = () => buildPackage(home);

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildSdk();
