import { VisuallyHidden } from '@mantine/core';
import { usePresence } from '../../../api/queries/presence.ts';
import { useMe } from '../../../api/workspace.ts';
import css from './here.module.css';
import { useSigns } from './use-signs.ts';
import { initialsOf, lookWords, othersIn, typingWords } from './words.ts';

/** Max people that are shown; more are counted. */
const shown = 3;

/** The other people who look at a conversation, as seals. */
export function Seals({ id }: { id: string }) {
  const { user } = useMe();
  const others = othersIn(usePresence(id)?.people ?? [], user._id);
  if (others.length === 0) return null;
  return (
    <ul className={css['seals']} aria-label="Here now">
      {others.slice(0, shown).map((person) => (
        <li
          key={person.user}
          className={css['seal']}
          data-typing={person.typing || undefined}
          title={lookWords(person)}
        >
          <span aria-hidden>{initialsOf(person.name)}</span>
          <VisuallyHidden component="span">{lookWords(person)}</VisuallyHidden>
        </li>
      ))}
      {others.length > shown && <li className={css['more']}>+{others.length - shown}</li>}
    </ul>
  );
}

/** The seals in the head of the open conversation; tells the others that the user is here, too. */
export function Here({ id }: { id: string }) {
  useSigns(id);
  return <Seals id={id} />;
}

/** The line that says who is typing: colleagues, or the visitor. */
export function Typing({ id, visitor }: { id: string; visitor: string }) {
  const { user } = useMe();
  const presence = usePresence(id);
  const words = presence?.visitor?.typing
    ? `${visitor} is typing…`
    : typingWords(othersIn(presence?.people ?? [], user._id));
  return (
    <div className={css['typing']} role="status" dir="auto">
      {words}
    </div>
  );
}
