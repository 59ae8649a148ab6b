/** Reads `region=eu, stars=5` as values by key. Undefined without any; `wrong` if a part has no key or no `=`. */
export function readFilter(typed: string): Record<string, string> | 'wrong' | undefined {
  const parts = typed.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0) return undefined;
  const entries = parts.map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()] as const;
  });
  return entries.some(([key]) => key === '') ? 'wrong' : Object.fromEntries(entries);
}

/** Metadata on one line, as `readFilter` takes it: `region=eu, stars=5`. */
export const metadataWords = (metadata: Readonly<Record<string, unknown>>): string =>
  Object.entries(metadata)
    .map(
      ([key, value]) =>
        `${key}=${Array.isArray(value) ? value.join(' or ') : typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join(', ');
