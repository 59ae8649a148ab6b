import { Skeleton } from '@mantine/core';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { Activity } from './activity/activity.tsx';
import { AgentRow } from './agent-row.tsx';
import { Checklist, useSteps } from './checklist.tsx';
import { NowTalking } from './now-talking.tsx';
import { useWork } from './work/use-work.tsx';
import { WorkList } from './work/work-list.tsx';

/** Home: the first steps until they are done, then what needs attention, and the activity. */
export function HomePage() {
  const { steps, hasTalk, error, retry, ...known } = useSteps();
  // The list takes more or less room above the rest: nothing is shown before it is known.
  const isLoading = useWork().kinds === undefined || known.isLoading;
  const isDone = steps.every(({ done }) => done);
  return (
    <Page title="Home">
      {!isLoading && steps[0]?.done === true && <AgentRow />}
      {error !== undefined && <ProblemNotice error={error} retry={retry} />}
      {isLoading && <Waiting />}
      {!isLoading && error === undefined && !isDone && <Checklist steps={steps} />}
      {!isLoading && (hasTalk || isDone) && (
        <>
          <WorkList />
          <NowTalking />
          <Activity />
        </>
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
