import type { ChannelTest } from '@parley/sdk';
import type { ReactNode } from 'react';
import { Findings } from '../findings.tsx';
import css from './checked.module.css';

/** What a check of settings found, announced to screen readers; `children` is what can be done about a refusal. */
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
