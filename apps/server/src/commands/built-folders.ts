import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuiltFolders } from '../serving.ts';

/** Paths relative to the built program: next to it in an installed package, in their own workspaces in a checkout. */
const places = {
  dashboard: ['./dashboard', '../../dashboard/dist'],
  widget: ['./widget', '../../../packages/widget/dist'],
  sdk: ['./sdk', '../../../packages/sdk/dist'],
  react: ['./react', '../../../packages/react/dist'],
  python: ['./python', '../../../python/dist'],
} as const;

/** The last file that a build writes, by folder. */
const lastFiles = {
  dashboard: 'index.html',
  widget: 'chat.html',
  sdk: 'parley-sdk.json',
  react: 'parley-react.json',
  python: 'parley-python.json',
} as const;

/** The folders of the other builds that the server offers; none that isn't built, as when it runs from its sources. */
export function findBuiltFolders(): BuiltFolders {
  const [sdk, react, python] = [find('sdk'), find('react'), find('python')];
  return { dashboard: find('dashboard'), widget: find('widget'), sdk, react, python };
}

/** Returns the command to call the program here: an installed package has its own command, a checkout only npx. */
export function nameOfCommand(): string {
  return existsSync(new URL(places.dashboard[0], import.meta.url)) ? 'parley' : 'npx parley';
}

function find(which: keyof typeof places): string | undefined {
  const folders = places[which].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, lastFiles[which])));
}
