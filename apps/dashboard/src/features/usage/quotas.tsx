import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { renewedEvery } from '../../api/renewed-every.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Section } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { Meter, warnAt } from './meter.tsx';
import { figuresOf, labelOf, type Quota, warningOf } from './quota-words.ts';
import css from './quotas.module.css';

/** Polling interval, in ms. */
const refreshInterval = 15_000;

/** Shows the account's use of each quota of its plan. */
export function QuotaSection() {
  const { data, error, refetch } = useQuery({ ...queries.quotas(), refetchInterval: renewedEvery(refreshInterval) });
  return (
    <Section title="Quotas" lead="Use of the account, in all of its workspaces, and the limits of its plan.">
      {error !== null && data === undefined ? (
        <ProblemNotice error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={300} radius={10} />
      ) : (
        <ul className={css['quotas']}>
          {data.items.map((quota) => (
            <QuotaRow key={quota.kind} {...quota} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function QuotaRow(quota: Quota) {
  const { used, limit } = quota;
  const warning = warningOf(quota, warnAt);
  return (
    <li>
      <span className={css['label']}>{labelOf(quota)}</span>
      <span className={css['figures']}>{figuresOf(quota)}</span>
      <div className={css['bar']}>
        {limit === null ? (
          <span className={css['unlimited']}>Unlimited</span>
        ) : (
          <Meter label={labelOf(quota)} used={used} limit={limit} />
        )}
      </div>
      {warning !== undefined && (
        <span className={css['warning']} data-full={(limit !== null && used >= limit) || undefined}>
          <Icon name="warning" size={14} /> {warning}
        </span>
      )}
    </li>
  );
}
