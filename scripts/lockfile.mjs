/**
 * Fails where package-lock.json names the address that a package was downloaded from: an install goes to the registry
 * that the machine is set to, and the integrity hashes make sure that it gets the same bytes.
 */
import { readFileSync } from 'node:fs';

/** @type {{ packages: Record<string, { resolved?: string, link?: boolean }> }} */
const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'));

const named = Object.entries(lockfile.packages)
  .filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
  .map(([path]) => path);

if (named.length > 0) {
  console.error(`package-lock.json names download addresses for: ${named.join(', ')}`);
  console.error('Install again with the .npmrc of this folder (omit-lockfile-registry-resolved=true).');
  process.exitCode = 1;
}
