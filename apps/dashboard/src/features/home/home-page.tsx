import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Activity } from './activity.tsx';
import { Checklist, useSteps } from './checklist.tsx';
import css from './home-page.module.css';
import { RecentAgents } from './recent-agents.tsx';

/** Home: the first steps until they are done, then the activity. */
export function HomePage() {
  const { user } = useMe();
  const { workspace, may } = useWorkspace();
  const { steps, isLoading, hasTalk, error, retry } = useSteps();
  const isDone = steps.every(({ done }) => done);
  return (
    <Page title="Home" heading={`Welcome, ${user.name || user.email}`} lead={<>You are in {workspace.name}.</>}>
      {error !== undefined && <ProblemNotice error={error} retry={retry} />}
      {isLoading && <Waiting />}
      {!isLoading && error === undefined && !isDone && <Checklist steps={steps} />}
      {!isLoading && isDone && may('workspace:admin') && <Today />}
      {!isLoading && (hasTalk || isDone) && <Activity />}
      {steps[0]?.done === true && (
        <Section
          title="Recently changed agents"
          action={
            <Button variant="default" size="xs" component={Link} to={paths.agents}>
              All agents
            </Button>
          }
        >
          <RecentAgents />
        </Section>
      )}
    </Page>
  );
}

/** Placeholder for the figures and charts, in their size. */
function Waiting() {
  return (
    <div aria-busy="true">
      <Skeleton height={90} radius={12} />
      <Skeleton height={15} width={130} mt={44} />
      <Skeleton height={310} radius={12} mt={37} />
    </div>
  );
}

/** The usage of the account, in figures. */
function Today() {
  const { data } = useQuery({ ...queries.usage(), refetchInterval: 15_000 });
  const { data: agents } = useQuery(
    queries.agents({ workspaceId: useWorkspace().workspace._id, limit: 5, sort: '-updatedAt' }),
  );
  const figures = [
    { label: 'Agents', value: agents?.total, to: paths.agents },
    { label: 'Requests, last 24 h', value: data?.total, to: paths.usage },
    { label: 'Requests left this minute', value: data?.rateLimit.remaining, to: paths.usage },
  ] as const;
  return (
    <div className={css['figures']}>
      {figures.map(({ label, value, to }) => (
        <Link key={label} to={to} className={css['figure']}>
          <span className={css['label']}>{label}</span>
          <span className={css['value']}>
            {value === undefined ? <Skeleton height={24} width={56} /> : value.toLocaleString('en')}
          </span>
        </Link>
      ))}
    </div>
  );
}
