import { Kbd } from '@mantine/core';
import { Icon } from '../../../ui/page/icons.tsx';
import css from './nothing-open.module.css';

const keys = [
  { keys: ['j', 'k'], label: 'Next and previous conversation' },
  { keys: ['Shift', 'J'], label: 'Next unread conversation' },
  { keys: ['/'], label: 'Search' },
  { keys: ['?'], label: 'All shortcuts' },
] as const;

/** Fills the place of a conversation while none is open. */
export function NothingOpen({ isEmpty }: { isEmpty: boolean }) {
  return (
    <section className={css['place']} aria-label="No conversation open">
      <div className={css['nothing']}>
        <Icon name="inbox" size={28} />
        <p className={css['text']}>
          {isEmpty ? 'There is nothing to read here.' : 'Choose a conversation to read it.'}
        </p>
        <dl className={css['keys']}>
          {keys.map((each) => (
            <div key={each.label}>
              <dt>{each.label}</dt>
              <dd>
                {each.keys.map((key) => (
                  <Kbd key={key} size="xs">
                    {key}
                  </Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
