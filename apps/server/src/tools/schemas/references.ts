import { isObject } from '../../models/chat-wire/json.ts';

/** Reads a JSON Pointer (RFC 6901) as its names; undefined if it isn't one. */
export function readPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns what the names of a pointer lead to; undefined if there is nothing. */
export function followPointer(root: unknown, names: readonly string[]): unknown {
  let value = root;
  for (const name of names) {
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
    else if (isObject(value)) value = Object.hasOwn(value, name) ? value[name] : undefined;
    else return undefined;
  }
  return value;
}

/** Returns the schema that a `$ref` names in its document; undefined if it names none there. */
export function referenced(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  try {
    const names = readPointer(decodeURIComponent(reference.slice(1)));
    return names === undefined ? undefined : followPointer(root, names);
  } catch {
    return undefined;
  }
}
