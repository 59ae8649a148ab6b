import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths relative to the built program: next to it in an installed package, in its own workspace in a checkout. */
const places = ['./dashboard', '../../dashboard/dist'];

/** The folder of the built dashboard. Undefined if it isn't built, as when the server runs from its sources. */
export function findDashboard(): string | undefined {
  const folders = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, 'index.html')));
}
