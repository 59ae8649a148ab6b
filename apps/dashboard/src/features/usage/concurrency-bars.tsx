import { Skeleton } from '@mantine/core';
import type { Usage } from '@parley/sdk';
import bar from './limit-bar.module.css';
import { Meter } from './meter.tsx';
import css from './usage-page.module.css';

/** The kinds of work that are limited, as they are named on the page. */
const kinds = [
  { id: 'replies', label: 'Replies in progress' },
  { id: 'streams', label: 'Open streams' },
  { id: 'exports', label: 'Running exports' },
] as const;

/** Current concurrency of the account, beside the limits of its plan. */
export function ConcurrencyBars({ concurrency }: { readonly concurrency: Usage['concurrency'] | undefined }) {
  return (
    <div className={css['kinds']}>
      {kinds.map(({ id, label }) => (
        <div key={id} className={css['card']}>
          <div className={css['label']}>{label}</div>
          {concurrency === undefined ? <Skeleton height={46} /> : <InUse label={label} {...concurrency[id]} />}
        </div>
      ))}
    </div>
  );
}

function InUse({ label, limit, used }: { readonly label: string; readonly limit: number; readonly used: number }) {
  return (
    <>
      <div className={bar['figures']}>
        <span className={bar['used']}>{used.toLocaleString('en')}</span>
        <span className={bar['limit']}>of {limit.toLocaleString('en')}</span>
      </div>
      <Meter label={label} used={used} limit={limit} />
    </>
  );
}
