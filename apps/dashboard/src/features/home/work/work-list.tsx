import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useConversationChanges } from '../../../api/conversation-changes.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { shareOf } from './share.ts';
import { type KindOfWork, useWork, type Work } from './use-work.tsx';
import css from './work-list.module.css';

/** Max rows of the list; it only counts the rest. */
const maxRows = 7;

/** The work that waits for a person: its name, its reason, its time, and one button. */
export function WorkList() {
  useConversationChanges(useWorkspace().workspace._id);
  const { kinds, isPartly } = useWork();
  if (kinds === undefined) {
    return (
      <Section title="Needs attention">
        <Skeleton height={56} radius={12} />
      </Section>
    );
  }
  const shares = shareOf(
    kinds.map(({ items }) => items.length),
    maxRows,
  );
  const rows = kinds.flatMap(({ items }, index) => items.slice(0, shares[index]));
  return (
    <Section title="Needs attention">
      {rows.length === 0 ? (
        <p className={css['nothing']}>
          <Icon name="check" /> Nothing waits for you.
        </p>
      ) : (
        <ul className={css['list']} aria-label="Needs attention">
          {rows.map((work) => (
            <Row key={work.id} {...work} />
          ))}
        </ul>
      )}
      <Rest kinds={kinds} shares={shares} />
      {isPartly && <p className={css['rest']}>A part of it could not be read; it is tried again.</p>}
    </Section>
  );
}

function Row({ name, why, about, since, action, link, isBad }: Work) {
  return (
    <li className={css['row']}>
      <span className={css['words']}>
        <span className={css['name']} dir="auto">
          {name}
        </span>
        <span className={css['why']} data-bad={isBad || undefined}>
          {why}
        </span>
      </span>
      <span className={css['about']}>{about}</span>
      <span className={css['since']}>{since !== null && <RelativeTime iso={since} />}</span>
      <Button
        variant="default"
        size="xs"
        aria-label={`${action}: ${name}`}
        renderRoot={(props) => <Link {...link} {...props} />}
      >
        {action}
      </Button>
    </li>
  );
}

/** Counts what the rows leave out; each count leads to the list. */
function Rest({ kinds, shares }: { kinds: readonly KindOfWork[]; shares: readonly number[] }) {
  const more = kinds.flatMap(({ total, counted, link }, index) => {
    const left = total - (shares[index] ?? 0);
    return left > 0 ? [{ text: counted(left), link }] : [];
  });
  if (more.length === 0) return null;
  return (
    <p className={css['rest']}>
      And{' '}
      {more.map(({ text, link }, index) => (
        <span key={text}>
          {index > 0 && ', '}
          <Link {...link} className={css['link']}>
            {text}
          </Link>
        </span>
      ))}
      .
    </p>
  );
}
