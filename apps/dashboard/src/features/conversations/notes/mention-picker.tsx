import { useEffect, useState } from 'react';
import type { Slash } from '../reply/use-slash.ts';
import type { Mentionable } from './mentioned.ts';
import css from './notes.module.css';

/** Max people that the picker shows. */
const shown = 8;

/** The people whose names begin with the word behind an `@`. The focus stays in the text; arrow keys choose. */
export function MentionPicker({ people, ...slash }: Slash & { people: readonly Mentionable[] }) {
  const { word, listId, setActive, setKeys, pick } = slash;
  // Of another word, the first is chosen.
  const [{ of, at: last }, setChosen] = useState({ of: word, at: 0 });
  const at = of === word ? last : 0;
  const wanted = word.toLowerCase();
  const items = people
    .filter(({ name }) =>
      ` ${name}`
        .toLowerCase()
        .split(/[\s-]/)
        .some((part) => part.startsWith(wanted)),
    )
    .slice(0, shown);
  const chosen = items[Math.min(at, items.length - 1)];
  const optionId = (user: string) => `${listId}-${user}`;
  const insert = ({ name }: Mentionable) => pick(`@${name} `);
  useEffect(() => {
    setActive(chosen === undefined ? undefined : optionId(chosen.user));
    setKeys((key) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step !== undefined && items.length > 0) {
        setChosen({ of: word, at: (Math.min(at, items.length - 1) + step + items.length) % items.length });
        return true;
      }
      if ((key !== 'Enter' && key !== 'Tab') || chosen === undefined) return false;
      insert(chosen);
      return true;
    });
  });
  if (items.length === 0) return null;
  return (
    <div id={listId} role="listbox" aria-label="People" className={css['picker']}>
      {items.map((person) => (
        <div
          key={person.user}
          id={optionId(person.user)}
          role="option"
          tabIndex={-1}
          aria-selected={person === chosen}
          className={css['option']}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insert(person)}
          onKeyDown={() => undefined}
        >
          <bdi>{person.name}</bdi>
        </div>
      ))}
    </div>
  );
}
