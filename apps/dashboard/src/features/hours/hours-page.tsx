import { Button } from '@mantine/core';
import type { WorkingHours } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { deskQueries } from '../../api/queries/desk-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { FormSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import css from './hours.module.css';
import { dayName, periodWords, weekdays } from './hours-values.ts';
import { OpenNow } from './open-now.tsx';

const HoursForm = lazyNamed(() => import('./hours-form.tsx').then((module) => module.HoursForm));

/** Time after which the page asks again whether it is open, in ms. */
const askAgain = 60_000;

/** Settings → Hours: when people answer. */
export function HoursPage() {
  const { workspace, may } = useWorkspace();
  const { data, error, refetch } = useQuery({ ...deskQueries.hours(workspace._id), refetchInterval: askAgain });
  const [isStarting, setStarting] = useState(false);
  const isAdmin = may('workspace:admin');
  const isSet = data !== undefined && data.timeZone !== null;
  const remove = isAdmin && isSet && (
    <Button
      variant="default"
      onClick={() => {
        setStarting(false);
        void import('./remove-hours.ts').then(({ removeHours }) => removeHours(data));
      }}
    >
      Remove hours
    </Button>
  );
  return (
    <Page title="Hours" lead="When people answer. Outside of these hours, agents say when it opens." actions={remove}>
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <FormSkeleton fields={4} />}
      {isSet && <OpenNow hours={data} />}
      {data !== undefined && !isSet && !isStarting && (
        <AlwaysOpen onStart={isAdmin ? () => setStarting(true) : undefined} />
      )}
      {isSet && !isAdmin && <Read hours={data} />}
      {data !== undefined && isAdmin && (isSet || isStarting) && (
        <Suspense fallback={<FormSkeleton fields={4} />}>
          <HoursForm key={workspace._id} hours={data} onCancel={() => setStarting(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function AlwaysOpen({ onStart }: { onStart: (() => void) | undefined }) {
  return (
    <EmptyState
      icon="clock"
      title="Always open"
      action={
        onStart !== undefined && (
          <Button leftSection={<Icon name="plus" />} onClick={onStart}>
            Set hours
          </Button>
        )
      }
    >
      {onStart === undefined
        ? 'No working hours are set. Owners and admins can set them.'
        : 'With working hours, agents tell people when you are back instead of promising an answer right away.'}
    </EmptyState>
  );
}

/** The hours for people who may not change them. */
function Read({ hours: { days, holidays } }: { hours: WorkingHours }) {
  return (
    <dl className={css['read']}>
      {weekdays.map((day) => (
        <div key={day}>
          <dt>{dayName(day)}</dt>
          <dd>{periodWords(days?.[day] ?? [])}</dd>
        </div>
      ))}
      {holidays.map(({ date, name, periods }) => (
        <div key={date}>
          <dt>{name === '' ? date : `${name}, ${date}`}</dt>
          <dd>{periodWords(periods)}</dd>
        </div>
      ))}
    </dl>
  );
}
