import { parseXml } from './xml.ts';
import type { Archive } from './zip.ts';

/** A relation of a part of an Office Open XML package (ECMA-376, part 2). */
export interface Relation {
  /** The last segment of the type: `slide`, `hyperlink`. */
  readonly type: string;
  /** The name of a part of the package, or an address outside of it. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relations of a part by their IDs. */
export function relationsOf(archive: Archive, part: string): ReadonlyMap<string, Relation> {
  const relations = new Map<string, Relation>();
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const xml = archive.read(`${folder}_rels/${part.slice(folder.length)}.rels`);
  if (xml === undefined) return relations;
  parseXml(xml, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship') return;
      const isExternal = mode === 'External';
      relations.set(id, {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: isExternal ? target : resolvePart(folder, target),
        isExternal,
      });
    },
  });
  return relations;
}

/** The name of a part that another one names relative to its folder. */
export function resolvePart(folder: string, target: string): string {
  const path = target.startsWith('/') ? target : `${folder}${target}`;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
