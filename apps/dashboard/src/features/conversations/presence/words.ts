import type { Presence } from '@parley/sdk';

type People = Presence['people'];

/** The others in a conversation, those who type first. */
export const othersIn = (people: People, me: string): People =>
  people.filter(({ user }) => user !== me).sort((one, other) => Number(other.typing) - Number(one.typing));

const nameOf = ({ name }: People[number]) => name || 'A member';

/** Says who is typing; undefined if no one of them is. */
export function typingWords(people: People): string | undefined {
  const typing = people.filter((person) => person.typing).map(nameOf);
  if (typing.length === 0) return undefined;
  return typing.length === 1 ? `${typing[0]} is typing…` : `${typing.length} people are typing…`;
}

/** Says what a person does there. */
export const lookWords = (person: People[number]): string =>
  `${nameOf(person)} ${person.typing ? 'is typing' : 'looks at this'}`;

/** The first letters of a name, at most two. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase() || '?';
