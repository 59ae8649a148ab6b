import { SourceFailure } from '../../extract/document.ts';
import { parseUrl } from '../../parse-url.ts';
import { type Notion, orMissing } from './api.ts';
import { type Fields, fieldsOf, textOf } from './fields.ts';

/** Max steps from a page up to the root. */
const maxSteps = 100;

/** Returns the ID in an ID or in the address of a page or database; the page that is open beside a list comes first. */
export function idOf(root: string): string | undefined {
  const address = parseUrl(root);
  const opened = address?.searchParams.get('p') ?? undefined;
  const path = address?.pathname.split('/').at(-1) ?? root;
  return [opened, path].map(dashed).find((id) => id !== undefined);
}

/** Returns the ID at the end of a text as the API writes it. */
function dashed(text: string | undefined): string | undefined {
  const digits = /([0-9a-f]{32})$/i.exec((text ?? '').trim().replaceAll('-', ''))?.[1]?.toLowerCase();
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Throws a `SourceFailure` if there is no page or database with an ID, or if it is in the trash. */
export async function checkRoot(notion: Notion, id: string): Promise<void> {
  const kinds = ['blocks', 'databases', 'data_sources'] as const;
  let found: Fields | undefined;
  for (const kind of kinds) found ??= await orMissing(notion.get(kind, id));
  if (found === undefined) {
    throw new SourceFailure('http_error', {
      message: `Notion shows the integration no page or database with the ID ${id}.`,
      hint: 'Add the integration to the page in Notion (••• → Connections), or correct the root of the source.',
      retry: false,
    });
  }
  if (isTrashed(found)) {
    throw new SourceFailure('nothing_found', {
      message: 'The page or database is in the trash of Notion.',
      hint: 'Restore it there, or choose another root for the source.',
    });
  }
}

/** True for an object in the trash. */
export const isTrashed = ({ archived, in_trash: inTrash }: Fields): boolean => archived === true || inTrash === true;

/** IDs that contain an object: rows name their data source, then its database. */
export function parentsOf(parent: unknown): readonly string[] {
  const fields = fieldsOf(parent);
  return ['data_source_id', 'database_id', 'page_id', 'block_id']
    .map((name) => textOf(fields[name]))
    .filter((id) => id !== '');
}

/** Returns a test whether what has some parents is below the root. `known` has the parents of what was listed. */
export function createBelow(notion: Notion, root: string, known: ReadonlyMap<string, readonly string[]>) {
  const answers = new Map<string, readonly string[]>();

  /** Asks for the parents of what the list doesn't have: a block in a page, or what isn't shared. */
  const ask = async (id: string): Promise<readonly string[]> => {
    const found = (await orMissing(notion.get('blocks', id))) ?? (await orMissing(notion.get('databases', id)));
    return parentsOf(found?.['parent']);
  };

  return async (parents: readonly string[]): Promise<boolean> => {
    let above = parents;
    for (let step = 0; step < maxSteps; step += 1) {
      if (above.includes(root)) return true;
      const last = above.at(-1);
      if (last === undefined) return false;
      const next = known.get(last) ?? answers.get(last) ?? (await ask(last));
      answers.set(last, next);
      above = next;
    }
    return false;
  };
}
