import type { ChannelTest } from '@parley/sdk';
import { Icon } from '../../ui/page/icons.tsx';
import css from './findings.module.css';

/** Checks of a settings check or of a test, in order. */
export function Findings({ checks }: Pick<ChannelTest, 'checks'>) {
  return (
    <ul className={css['checks']}>
      {checks.map(({ name, ok, message }) => (
        <li key={name} className={css['check']} data-ok={ok}>
          <Icon name={ok ? 'check' : 'warning'} />
          <span>
            <span className={css['unseen']}>{ok ? 'Passed: ' : 'Failed: '}</span>
            {message}
          </span>
        </li>
      ))}
    </ul>
  );
}
