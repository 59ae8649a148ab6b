/** A person who can be mentioned. */
export interface Mentionable {
  readonly user: string;
  readonly name: string;
}

/**
 * The IDs of the people that a text mentions as `@name`. Of two names that begin alike, the longer one counts; people
 * with the same name are all mentioned, because the text doesn’t tell them apart.
 */
export function mentionedIn(text: string, people: readonly Mentionable[]): string[] {
  const names = [...new Set(people.map(({ name }) => name))].sort((one, other) => other.length - one.length);
  let rest = text;
  const found = names.filter((name) => {
    const without = rest.replace(new RegExp(`(^|[^\\p{L}\\p{N}])@${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu'), '$1');
    const isNamed = without !== rest;
    rest = without;
    return isNamed;
  });
  return people.filter(({ name }) => found.includes(name)).map(({ user }) => user);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
