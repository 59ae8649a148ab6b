import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Seen from the built program: beside it in an installed package, in its own workspace in a checkout. */
const places = ['./dashboard', '../../dashboard/dist'];

/** Where the built dashboard is; undefined where there is none, as where the server runs from its sources. */
export function findDashboard(): string | undefined {
  const folders = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, 'index.html')));
}
