import type { Values } from '../kind.ts';
import { canonical, digestOf } from '../schemas/canonical.ts';

/** A tool as its server defines it. */
export interface McpDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly inputSchema: Values;
}

/** A definition as a person saw it, with its digest. */
export interface PinnedTool extends McpDefinition {
  readonly digest: string;
  readonly approved: boolean;
}

/** A field of a definition that differs. */
export interface DefinitionChange {
  readonly field: keyof McpDefinition;
  readonly before: unknown;
  readonly after: unknown;
}

/** A tool of a server beside what is pinned of it. A renamed tool is one that is missing and one that is new. */
export type PinState =
  | { readonly name: string; readonly state: 'approved' | 'unapproved'; readonly definition: McpDefinition }
  | {
      readonly name: string;
      readonly state: 'changed';
      readonly before: McpDefinition;
      readonly after: McpDefinition;
      readonly diff: readonly DefinitionChange[];
    }
  | { readonly name: string; readonly state: 'new'; readonly definition: McpDefinition }
  | { readonly name: string; readonly state: 'missing'; readonly definition: McpDefinition };

/** SHA-256 of what the model sees of a tool, in lower-case hexadecimal. */
export const definitionDigest = ({ name, description, inputSchema }: McpDefinition): string =>
  digestOf({ name, description, inputSchema });

/**
 * Compares a pinned set with what a server lists now: in the order of the pinned set, then new tools in the order of
 * the listing. A changed tool is `changed` if it was approved or not.
 */
export function comparePins(pinned: readonly PinnedTool[], listed: readonly McpDefinition[]): readonly PinState[] {
  const live = new Map(listed.map((definition) => [definition.name, definition]));
  const known = new Set(pinned.map(({ name }) => name));
  const states = pinned.map((pin): PinState => {
    const after = live.get(pin.name);
    const before = definitionOf(pin);
    const { name } = pin;
    if (after === undefined) return { name, state: 'missing', definition: before };
    if (definitionDigest(after) !== pin.digest)
      return { name, state: 'changed', before, after, diff: diff(before, after) };
    return { name, state: pin.approved ? 'approved' : 'unapproved', definition: before };
  });
  const fresh = listed.filter(({ name }) => !known.has(name));
  return [...states, ...fresh.map((definition): PinState => ({ name: definition.name, state: 'new', definition }))];
}

const definitionOf = ({ name, description, inputSchema }: McpDefinition): McpDefinition => ({
  name,
  description,
  inputSchema,
});

const fields = ['name', 'description', 'inputSchema'] as const;

const diff = (before: McpDefinition, after: McpDefinition): DefinitionChange[] =>
  fields
    .filter((field) => canonical(before[field]) !== canonical(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));

/** Max length of a name that models accept. */
const maxName = 64;

/** Characters of the hash that tells altered names apart. */
const hashLength = 8;

/** Characters of the tool's own name that an altered name keeps at least. */
const keptOfName = 24;

/**
 * Returns the names by which a model calls the tools of a server: `<server>_<tool>`, of up to 64 letters, digits, `_`
 * and `-`. A name that must be altered ends with a hash of the original, so the result depends on the set of names
 * only, not on their order.
 */
export function modelNames(server: string, names: readonly string[]): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const taken = new Set<string>();
  const altered: string[] = [];
  for (const name of [...new Set(names)].sort()) {
    const plain = `${server}_${name}`;
    if (/^[\w-]+$/.test(plain) && plain.length <= maxName) {
      taken.add(plain);
      result.set(name, plain);
    } else altered.push(name);
  }
  for (const name of altered) {
    let attempt = 0;
    let candidate = alteredName(server, name, attempt);
    while (taken.has(candidate)) {
      attempt += 1;
      candidate = alteredName(server, name, attempt);
    }
    taken.add(candidate);
    result.set(name, candidate);
  }
  return result;
}

function alteredName(server: string, name: string, attempt: number): string {
  const hash = digestOf([server, name, attempt]).slice(0, hashLength);
  const room = maxName - hashLength - 2;
  const safe = name.replaceAll(/[^\w-]/g, '_');
  const prefix = server.slice(0, Math.max(room - keptOfName, room - safe.length));
  return `${prefix}_${safe.slice(0, room - prefix.length)}_${hash}`;
}
