import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queries } from '../../api/queries.ts';
import { renewedEvery } from '../../api/renewed-every.ts';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Page, Section } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { ConcurrencyBars } from './concurrency-bars.tsx';
import { LimitBar } from './limit-bar.tsx';
import { planName, plans } from './plans.ts';
import { QuotaSection } from './quotas.tsx';
import css from './usage-page.module.css';
import { UsageTable } from './usage-table.tsx';

const UsageChart = lazyNamed(() => import('./usage-chart.tsx').then((module) => module.UsageChart));

/** Polling interval of the page, in ms. */
const refreshInterval = 3_000;

/** Settings → Plan & usage. */
export function UsagePage() {
  const { workspaces } = useWorkspace();
  const maySee = workspaces.some(({ permissions }) => permissions.includes('workspace:admin'));
  return (
    <Page
      title="Plan & usage"
      lead="One limit covers all keys of the account. Of the dashboard’s requests, only messages to agents count."
    >
      {maySee ? <Figures /> : <OnlyPlan />}
      <Section
        title={maySee ? 'Other plans' : 'Plans'}
        lead="The operator of this instance sets the plan of an account, and may set other limits."
      >
        <Plans isOwnKnown={maySee} />
      </Section>
    </Page>
  );
}

function OnlyPlan() {
  const { account } = useMe();
  return (
    <>
      <EmptyState icon="gauge" title={`The account is on the ${planName(account.plan)} plan`}>
        Requests are shown to owners and admins.
      </EmptyState>
      <QuotaSection />
    </>
  );
}

function Figures() {
  const { data, error, refetch } = useQuery({ ...queries.usage(), refetchInterval: renewedEvery(refreshInterval) });
  if (error !== null && data === undefined) return <ProblemNotice error={error} retry={() => void refetch()} />;
  return (
    <>
      <div className={css['cards']}>
        <div className={css['card']}>
          <div className={css['label']}>Plan</div>
          <div className={css['plan']}>
            {data === undefined ? <Skeleton height={26} width={90} /> : planName(data.plan)}
          </div>
          <div className={css['note']}>Set by the operator of this instance</div>
        </div>
        <div className={css['card']}>
          <div className={css['label']}>Requests this minute</div>
          {data === undefined ? <Skeleton height={52} /> : <LimitBar {...data.rateLimit} />}
        </div>
      </div>
      <Section title="Concurrency" lead="Current load in all workspaces of the account.">
        <ConcurrencyBars concurrency={data?.concurrency} />
      </Section>
      <QuotaSection />
      <Section
        title="Requests per hour"
        lead="The last 24 hours, in your time zone. Requests that the limit refused are not counted."
      >
        <div className={css['chart']}>
          {data === undefined ? (
            <Skeleton height={240} />
          ) : (
            <Suspense fallback={<Skeleton height={240} />}>
              <UsageChart usage={data} />
            </Suspense>
          )}
        </div>
      </Section>
      {data !== undefined && <UsageTable usage={data} />}
    </>
  );
}

/** The plans and their usual limits; without the account's own, whose limits are above, if `isOwnKnown`. */
function Plans({ isOwnKnown }: { isOwnKnown: boolean }) {
  const { account } = useMe();
  const shown = isOwnKnown ? plans.filter(({ id }) => id !== account.plan) : plans;
  return (
    <ul className={css['plans']}>
      {shown.map(({ id, name, perMinute, repliesAtOnce }) => (
        <li key={id} data-current={id === account.plan || undefined}>
          <span className={css['planTitle']}>{name}</span>
          <span className={css['note']}>
            {perMinute.toLocaleString('en')} requests per minute and {repliesAtOnce} replies at once
          </span>
          {id === account.plan && <span className={css['current']}>Your plan</span>}
        </li>
      ))}
    </ul>
  );
}
