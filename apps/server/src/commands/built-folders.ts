import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuiltFolders } from '../serving.ts';

/** Paths relative to the built program: next to it in an installed package, in their own workspaces in a checkout. */
const places = {
  dashboard: ['./dashboard', '../../dashboard/dist'],
  widget: ['./widget', '../../../packages/widget/dist'],
  sdk: ['./sdk', '../../../packages/sdk/dist'],
  python: ['./python', '../../../python/dist'],
} as const;

/** The last file of each build. */
const lastFiles = {
  dashboard: 'index.html',
  widget: 'chat.html',
  sdk: 'parley-sdk.json',
  python: 'parley-python.json',
} as const;

/** The folders of the other builds that the server offers; none that isn't built, as when it runs from its sources. */
export function findBuiltFolders(): BuiltFolders {
  return { dashboard: find('dashboard'), widget: find('widget'), sdk: find('sdk'), python: find('python') };
}

/** Returns the command that calls the program: an installed package has a command of its own, a checkout only npx. */
export function nameOfCommand(): string {
  return existsSync(new URL(places.dashboard[0], import.meta.url)) ? 'parley' : 'npx parley';
}

function find(which: keyof typeof places): string | undefined {
  const folders = places[which].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, lastFiles[which])));
}
