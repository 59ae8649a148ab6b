import { type ErrorDetail, invalid } from '../../errors.ts';

/** `{{name}}` or `{{name|fallback}}`. */
const placeholder = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

/** The keys of a form's fields, as channels have them. */
const known = /^(?:agent\.name|me\.name|visitor\.[a-zA-Z][a-zA-Z0-9_]{0,39})$/;

/** Max characters of the value of a variable; more is cut off. */
const maxValue = 200;

/** Max unknown variables that an error names, and max characters of each. */
const named = { most: 5, characters: 60 } as const;

/** Throws `validation_failed` for a variable that no conversation can have, or one that isn't closed. */
export function checkVariables(text: string): void {
  const unknown = [...text.matchAll(placeholder)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !known.test(name));
  const details: ErrorDetail[] = [...new Set(unknown)].slice(0, named.most).map((name) => ({
    ...{ path: 'text', message: `has the unknown variable {{${name.slice(0, named.characters).toWellFormed()}}}` },
  }));
  if (/\{\{/.test(text.replace(placeholder, ''))) {
    details.push({ path: 'text', message: 'has {{ without a variable and }} behind it' });
  }
  if (details.length > 0) throw invalid(details, 'validation_failed', hint);
}

const hint =
  'The variables are {{visitor.name}}, {{visitor.…}} with the key of a field of the form, {{agent.name}} and {{me.name}}.';

/**
 * Puts values in place of variables. Values are one line each, and no placeholder in them is replaced. `missing` are the
 * names of those that have neither a value nor a fallback.
 */
export function renderVariables(
  text: string,
  find: (name: string) => string | undefined,
): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const rendered = text.replace(placeholder, (_whole, given: string, fallback: string | undefined) => {
    const name = given.trim();
    const value = oneLine(find(name) ?? '');
    if (value !== '') return value;
    if (fallback === undefined) missing.add(name);
    return fallback?.trim() ?? '';
  });
  return { text: rendered, missing: [...missing] };
}

/** A visitor wrote the value: line breaks and control characters would change the text around it. */
const oneLine = (value: string): string =>
  [...value.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, maxValue).join('').trim();
