import type { ChannelTest } from '@parley/sdk';
import type { ReactNode } from 'react';
import { Findings } from '../findings.tsx';
import css from './checked.module.css';

/** Shows the result of a settings check, announced to screen readers; `children` are the actions after a refusal. */
export function Checked({ found, children }: { found: ChannelTest | undefined; children?: ReactNode }) {
  return (
    <div role="status">
      {found !== undefined && (
        <div className={css['checked']}>
          <p className={css['verdict']}>{found.ok ? 'The settings are accepted.' : 'The settings are not accepted.'}</p>
          <Findings checks={found.checks} />
          {!found.ok && children}
        </div>
      )}
    </div>
  );
}
