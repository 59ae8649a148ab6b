import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { homeQueries } from '../../api/queries/home-queries.ts';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Page, Section } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { Activity } from './activity/activity.tsx';
import { Checklist, useSteps } from './checklist.tsx';
import { useWebhooks } from './failing-webhooks.tsx';
import { NeedsYou } from './needs-you.tsx';
import { NowTalking } from './now-talking.tsx';
import { RecentAgents } from './recent-agents.tsx';

/** Home: the first steps until they are done, then what needs the user, and the activity. */
export function HomePage() {
  const { user } = useMe();
  const { workspace } = useWorkspace();
  const { steps, hasTalk, error, retry, ...known } = useSteps();
  // Channels and webhooks in error take more or less room above the rest: nothing is shown before they are known.
  const channels = useQuery(homeQueries.failedChannels(workspace._id));
  const webhooks = useWebhooks();
  const isLoading = known.isLoading || channels.isLoading || webhooks.isLoading;
  const isDone = steps.every(({ done }) => done);
  return (
    <Page title="Home" heading={`Welcome, ${user.name || user.email}`} lead={<>You are in {workspace.name}.</>}>
      {error !== undefined && <ProblemNotice error={error} retry={retry} />}
      {isLoading && <Waiting />}
      {!isLoading && error === undefined && !isDone && <Checklist steps={steps} />}
      {!isLoading && (hasTalk || isDone) && (
        <>
          <NeedsYou />
          <NowTalking />
          <Activity />
        </>
      )}
      {!isLoading && steps[0]?.done === true && (
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
