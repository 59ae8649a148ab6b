import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { homeQueries } from '../../api/queries/home-queries.ts';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths, playgroundHash } from '../../paths.ts';
import { Snippet } from '../../ui/code/snippet.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { writeScopes } from '../keys/key-status.ts';
import { snippetScopes } from '../keys/scopes.ts';
import css from './checklist.module.css';
import { latestCount } from './talking.ts';

/** One of the first steps. */
export interface Step {
  readonly title: string;
  readonly about: ReactNode;
  readonly done: boolean;
  readonly action?: ReactNode;
}

/** Interval at which the page checks for the first call, in ms. */
const lookInterval = 3_000;

/** The first steps, and which of them are done. Users see only the steps they can do. */
export function useSteps() {
  const { workspace, may } = useWorkspace();
  const isAdmin = may('workspace:admin');
  const agents = useQuery(queries.agents({ workspaceId: workspace._id, limit: 5, sort: '-updatedAt' }));
  const talk = useQuery({
    ...homeQueries.latest(workspace._id, latestCount),
    select: ({ items }) => items.length > 0,
  });
  const keys = useQuery({
    ...queries.newestKeys(),
    // A user who can't read the account's usage sees a call by the last use of a key, which is up to a minute late.
    refetchInterval: ({ state: { data } }) =>
      !isAdmin && data?.items.length && data.items.every(({ lastUsedAt }) => lastUsedAt === null)
        ? lookInterval
        : false,
  });
  const hasKey = (keys.data?.length ?? 0) > 0;
  const isKeyUsed = keys.data?.some(({ lastUsedAt }) => lastUsedAt !== null) ?? false;
  const usage = useQuery({
    ...queries.usage(),
    enabled: isAdmin && keys.data !== undefined && !isKeyUsed,
    refetchInterval: ({ state: { data } }) =>
      hasKey && data !== undefined && data.total + data.rateLimit.used === 0 ? lookInterval : false,
  });
  const called = isKeyUsed || (usage.data !== undefined && usage.data.total + usage.data.rateLimit.used > 0);
  const hasAgent = (agents.data?.total ?? 0) > 0;
  const hasTalk = talk.data ?? false;
  const [agent] = agents.data?.items ?? [];
  const steps: Step[] = [
    {
      title: 'Create an agent',
      about: 'Start from a template or a blank page.',
      done: hasAgent,
      action: may('agents:write') && link(paths.newAgent, 'Create an agent', !hasAgent),
    },
    ...(may('conversations:write')
      ? [
          {
            title: 'Talk to your agent',
            about: 'Use the playground beside its form: change the prompt and see the difference before you save.',
            done: hasTalk,
            action: agent && <TalkLink agentId={agent._id} isNext={!hasTalk} />,
          },
        ]
      : []),
    {
      title: 'Get an API key',
      about: 'Programs use it to call the API. It is shown once.',
      done: hasKey,
      action: <KeyLink isNext={hasTalk && !hasKey} />,
    },
    { title: 'Make the first call', about: <FirstCall waits={hasKey && !called} />, done: called },
  ];
  const all = [agents, talk, keys, usage];
  const isLoading = all.some((query) => query.isLoading);
  const failed = all.filter(({ isError, data }) => isError && data === undefined);
  const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()));
  return { steps, isLoading, hasTalk, error: failed[0]?.error, retry };
}

const link = (to: typeof paths.newAgent, label: string, isNext: boolean) => (
  <Button component={Link} to={to} {...(!isNext && { variant: 'default' })}>
    {label}
  </Button>
);

/** Opens the dialog for a key with the scopes that the snippets of the Code tab need. */
function KeyLink({ isNext }: { isNext: boolean }) {
  return (
    <Button
      {...(!isNext && { variant: 'default' })}
      renderRoot={(props) => <Link to={paths.keys} search={{ scopes: writeScopes(snippetScopes) }} {...props} />}
    >
      Generate a key
    </Button>
  );
}

/** Links to the agent with its playground open. */
function TalkLink({ agentId, isNext }: { agentId: string; isNext: boolean }) {
  return (
    <Button
      {...(!isNext && { variant: 'default' })}
      renderRoot={(props) => <Link to={paths.agent} params={{ agentId }} hash={playgroundHash} {...props} />}
    >
      Open the playground
    </Button>
  );
}

function FirstCall({ waits }: { waits: boolean }) {
  const code = `curl ${location.origin}/api/agents \\\n  -H "Authorization: Bearer $PARLEY_API_KEY"`;
  return (
    <>
      Paste this into a terminal, with your key in place of the variable.
      <Snippet label="first call" code={code} />
      {waits && (
        <span className={css['waiting']} role="status">
          Waiting for your call…
        </span>
      )}
    </>
  );
}

/** The checklist of first steps. */
export function Checklist({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <section className={css['card']} aria-label="First steps">
      <div className={css['header']}>
        <Title order={2} className={css['title']}>
          First steps
        </Title>
        <span className={css['count']}>
          {done} of {steps.length} done
        </span>
      </div>
      <ol className={css['steps']}>
        {steps.map((step, index) => (
          <li key={step.title} className={css['step']} data-done={step.done || undefined}>
            <span className={css['mark']}>
              {step.done ? <Icon name="check" size={13} /> : index + 1}
              {step.done && <span className={css['hidden']}>Done:</span>}
            </span>
            <div className={css['words']}>
              <div className={css['name']}>{step.title}</div>
              {!step.done && <div className={css['about']}>{step.about}</div>}
            </div>
            {!step.done && step.action}
          </li>
        ))}
      </ol>
    </section>
  );
}
