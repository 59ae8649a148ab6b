import { Button } from '@mantine/core';
import { APIError, type Tool } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { toolQueries } from '../../../api/queries/tool-queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { CopyableId } from '../../../ui/code/copy.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';
import { hasAccount } from '../fields/oauth-values.ts';
import { toolCalls } from '../tool-calls.ts';
import { kinds } from '../tool-words.ts';
import css from '../tools.module.css';

const Accounts = lazyNamed(() => import('../accounts/accounts.tsx').then((module) => module.Accounts));
const Server = lazyNamed(() => import('../mcp/server.tsx').then((module) => module.Server));
const SettingsForm = lazyNamed(() => import('./settings-form.tsx').then((module) => module.SettingsForm));
const TryIt = lazyNamed(() => import('./try-it.tsx').then((module) => module.TryIt));

/** One tool: try it, change it, delete it. */
export function ToolPage() {
  const { toolId } = useParams({ from: '/signed-in/tools/$toolId' });
  const { data, error, refetch } = useQuery(toolQueries.one(toolId));
  const above = <BackLink to={paths.tools}>Tools</BackLink>;
  if (data === undefined) {
    return (
      <Page title="Tool" above={above} narrow>
        {error === null ? <FormSkeleton fields={4} /> : <ProblemNotice error={error} retry={() => void refetch()} />}
      </Page>
    );
  }
  return <Stored key={data._id} tool={data} above={above} />;
}

function Stored({ tool, above }: { tool: Tool; above: React.ReactNode }) {
  const { _id, name, type, workspace } = tool;
  const { workspaces } = useWorkspace();
  const mayWrite = workspaces.find((each) => each._id === workspace)?.permissions.includes('agents:write') ?? false;
  const facts = (
    <div className={css['facts']}>
      <span>{kinds[type].title}</span>
      <CopyableId id={_id} what="tool ID" />
    </div>
  );
  return (
    <Page title={name} heading={<span className={css['toolName']}>{name}</span>} above={above} lead={facts} narrow>
      {hasAccount(tool) && (
        <Suspense fallback={<FormSkeleton fields={1} />}>
          <Accounts tool={tool} mayWrite={mayWrite} />
        </Suspense>
      )}
      {type === 'mcp' && (
        <Suspense fallback={<FormSkeleton fields={3} />}>
          <Server tool={tool} mayWrite={mayWrite} />
        </Suspense>
      )}
      {isTriable(tool) && mayWrite && (
        <Section title="Try it" lead="Calls it once, now, with the stored settings and secrets.">
          <Suspense fallback={<FormSkeleton fields={2} />}>
            <TryIt tool={tool} />
          </Suspense>
        </Section>
      )}
      <Section title="Settings">
        <Suspense fallback={<FormSkeleton fields={4} />}>
          <SettingsForm tool={tool} mayWrite={mayWrite} />
        </Suspense>
      </Section>
      {mayWrite && (
        <Section
          title="Delete"
          lead="Only once no agent has it. Its secrets are deleted with it."
          action={<Delete tool={tool} />}
        />
      )}
    </Page>
  );
}

/** A program's tool, and a function that acts on a conversation, can't be called without one. */
const isTriable = ({ type, settings }: Tool): boolean =>
  type === 'http' || (type === 'builtin' && settings['function'] === 'current_time');

function Delete({ tool: { _id, name } }: { tool: Tool }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => toolCalls.delete(_id),
    onSuccess: async () => {
      await navigate({ to: paths.tools });
      toastDone(`${name} deleted.`);
    },
    onError: (error) => {
      if (!isInUse(error)) toastProblem(error);
    },
  });
  const ask = async () => {
    const body = 'Its settings and secrets are gone then. This can’t be undone.';
    if (await confirm({ title: `Delete ${name}?`, body, action: 'Delete tool' })) remove.mutate();
  };
  return (
    <div className={css['delete']}>
      <Button
        variant="default"
        leftSection={<Icon name="trash" />}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        Delete tool
      </Button>
      {isInUse(remove.error) && (
        <p role="alert" className={css['inUse']}>
          {remove.error?.message} Remove it there first, in the agent’s tab Tools.
        </p>
      )}
    </div>
  );
}

const isInUse = (error: unknown): boolean => error instanceof APIError && error.code === 'tool_in_use';
