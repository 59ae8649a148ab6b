import { Button, Checkbox, Stack } from '@mantine/core';
import type { Tool, ToolDefinitions } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolQueries } from '../../../api/queries/tool-queries.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { toolCalls } from '../tool-calls.ts';
import { DefinitionRow } from './definition-row.tsx';
import { type Definition, inOrder, mayApprove } from './definition-words.ts';
import css from './mcp.module.css';

/** Compares the tools that an MCP server offers now with the approved ones, and approves them. */
export function Definitions({ tool, mayWrite }: { tool: Tool; mayWrite: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(toolQueries.definitions(tool._id));
  return (
    <Section
      title="Tools of the server"
      lead="Agents may call those that you approve, as long as they stay as you saw them."
      action={
        <Button
          variant="default"
          leftSection={<Icon name="rotate" />}
          loading={isFetching && data !== undefined}
          disabled={data === undefined}
          onClick={() => void refetch()}
        >
          Check again
        </Button>
      }
    >
      <Stack gap="sm">
        {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <TableSkeleton rows={3} />}
        {data !== undefined && data.items.length === 0 && (
          <EmptyState icon="tool" title="The server offers no tools">
            Check again once it does. Until then, agents can call nothing of it.
          </EmptyState>
        )}
        {data !== undefined && <Listed toolId={tool._id} definitions={data} mayWrite={mayWrite} />}
      </Stack>
    </Section>
  );
}

function Listed(props: { toolId: string; definitions: ToolDefinitions; mayWrite: boolean }) {
  const { toolId, definitions, mayWrite } = props;
  // A digest is of one definition only: one that has changed since isn't chosen any more.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Parameters<typeof toolCalls.approve>[1]) => toolCalls.approve(toolId, body),
  });
  const items = inOrder(definitions.items);
  const open = items.filter(mayApprove);
  const picked = open.filter(({ digest }) => chosen.has(digest));
  const choose = (some: readonly Definition[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const { digest } of some) isChosen ? next.add(digest) : next.delete(digest);
    setChosen(next);
  };
  const approve = () =>
    mutate(
      { approve: picked.map(({ name, digest }) => ({ name, digest })) },
      { onSuccess: () => toastDone(`${numbered(picked.length)} approved.`) },
    );
  return (
    <>
      <Changed count={items.filter(({ state }) => state === 'changed').length} />
      {error !== null && <ProblemNotice error={error} />}
      {mayWrite && open.length > 0 && (
        <div className={css['bar']}>
          <Checkbox
            label={open.length === 1 ? 'Choose the one to approve' : `Choose all ${numbered(open.length)} to approve`}
            checked={picked.length === open.length}
            indeterminate={picked.length > 0 && picked.length < open.length}
            onChange={(event) => choose(open, event.currentTarget.checked)}
          />
          <Button disabled={picked.length === 0} loading={isPending} onClick={approve}>
            {picked.length === 0 ? 'Approve' : `Approve ${numbered(picked.length)}`}
          </Button>
        </div>
      )}
      {items.length > 0 && (
        <ul className={css['definitions']} aria-label="Tools of the server">
          {items.map((definition) => (
            <DefinitionRow
              key={definition.name}
              definition={definition}
              isChosen={mayWrite && mayApprove(definition) ? chosen.has(definition.digest) : undefined}
              onChoose={(isChosen) => choose([definition], isChosen)}
              onRemove={mayWrite && !isPending ? () => mutate({ remove: [definition.name] }) : undefined}
            />
          ))}
        </ul>
      )}
      <Unusable definitions={definitions} />
    </>
  );
}

const numbered = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'tool' : 'tools'}`;

function Changed({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p role="alert" className={css['changed']}>
      <Icon name="warning" />
      {count === 1 ? 'One approved tool has' : `${count.toLocaleString('en')} approved tools have`} changed at the
      server. Agents don’t call {count === 1 ? 'it' : 'them'} until you approve the change.
    </p>
  );
}

/** Names the tools that the list leaves out, and says why. */
function Unusable({ definitions: { skipped, isTruncated } }: { definitions: ToolDefinitions }) {
  if (skipped.length === 0 && !isTruncated) return null;
  return (
    <ul className={css['unusable']}>
      {skipped.map(({ name, reason }) => (
        <li key={name}>
          {name} can’t be used: {reason}
        </li>
      ))}
      {isTruncated && <li>The server has more than 200 tools; the others are left out.</li>}
    </ul>
  );
}
