import { Button, Switch } from '@mantine/core';
import type { Agent, Tool } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeTools } from '../../../api/attach.ts';
import { toolQueries } from '../../../api/queries/tool-queries.ts';
import { paths } from '../../../paths.ts';
import { PickToAdd, useTypedSearch } from '../../../ui/forms/pick-to-add.tsx';
import css from '../../../ui/lists/attached.module.css';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { OrderActions } from '../../../ui/lists/order-actions.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { moved } from '../../knowledge/agent/order.ts';
import { kinds } from '../tool-words.ts';
import own from '../tools.module.css';

type AgentTool = Agent['tools'][number];

/** The tools of an agent: attach, require approval, order, remove. Each change is saved at once. */
export function ToolsTab({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  const { data, error, refetch } = useQuery(toolQueries.first(agent.workspace));
  const change = useMutation({
    mutationFn: (how: (tools: readonly AgentTool[]) => readonly AgentTool[]) => changeTools(agent._id, how),
    onError: toastProblem,
  });
  const create = mayWrite && (
    <Button
      variant="default"
      leftSection={<Icon name="plus" />}
      renderRoot={(props) => <Link to={paths.newTool} {...props} />}
    >
      New tool
    </Button>
  );
  return (
    <Section title="Tools" lead="The agent calls these when it needs them, in place of guessing." action={create}>
      {mayWrite && data !== undefined && (
        <div className={css['attach']}>
          <ToolPicker
            tools={data.filter(({ _id }) => !agent.tools.some(({ id }) => id === _id))}
            isPending={change.isPending}
            onPick={(id) => change.mutate((tools) => [...tools, { id, requiresApproval: false }])}
          />
        </div>
      )}
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={2} />}
      {data !== undefined && agent.tools.length === 0 && (
        <EmptyState icon="tool" title="No tools yet">
          Attach a tool of the workspace, or create a new one. Without tools, the agent can only answer.
        </EmptyState>
      )}
      {data !== undefined && agent.tools.length > 0 && (
        <ul className={css['rows']}>
          {agent.tools.map((tool, index) => (
            <ToolRow
              key={tool.id}
              tool={tool}
              known={data.find(({ _id }) => _id === tool.id)}
              place={{ at: index, count: agent.tools.length }}
              change={mayWrite ? change : undefined}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** A field that picks a tool which the agent doesn't have yet. */
function ToolPicker(props: { tools: readonly Tool[]; isPending: boolean; onPick: (id: string) => void }) {
  const { tools, isPending, onPick } = props;
  const search = useTypedSearch();
  const words = search.q.toLowerCase();
  const found = tools.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words));
  return (
    <PickToAdd
      label="Attach a tool"
      search={search}
      offered={found.map(({ _id, name, type }) => ({ value: _id, label: `${name} (${kinds[type].title})` }))}
      nothing={{ left: 'The agent has every tool', found: 'No such tool' }}
      isPending={isPending}
      onPick={onPick}
    />
  );
}

interface Change {
  readonly isPending: boolean;
  mutate(how: (tools: readonly AgentTool[]) => readonly AgentTool[]): void;
}

function ToolRow(props: {
  tool: AgentTool;
  known: Tool | undefined;
  place: { at: number; count: number };
  change: Change | undefined;
}) {
  const { tool, known, place, change } = props;
  const { id, requiresApproval } = tool;
  // One beyond the first hundred is read by itself.
  const { data } = useQuery({ ...toolQueries.one(id), enabled: known === undefined });
  const { name, type, description } = known ?? data ?? { name: id, type: undefined, description: '' };
  const isPending = change?.isPending ?? false;
  const move = (by: -1 | 1) =>
    change?.mutate((tools) =>
      moved(
        tools.map((each) => each.id),
        id,
        by,
      ).flatMap((next) => tools.filter((each) => each.id === next)),
    );
  return (
    <li className={css['row']}>
      <Icon name={type === undefined ? 'tool' : kinds[type].icon} size={18} />
      <div className={css['words']}>
        <Link to={paths.tool} params={{ toolId: id }} className={`${css['name']} ${own['toolName']}`}>
          {name}
        </Link>
        <span className={css['about']}>{description}</span>
      </div>
      <Switch
        className={css['aside'] ?? ''}
        size="sm"
        label="Requires approval"
        aria-label={`${name} requires approval`}
        checked={requiresApproval}
        disabled={change === undefined || isPending}
        onChange={({ currentTarget: { checked } }) =>
          change?.mutate((tools) =>
            tools.map((each) => (each.id === id ? { ...each, requiresApproval: checked } : each)),
          )
        }
      />
      {change !== undefined && (
        <OrderActions
          {...{ name, isPending, ...place }}
          onMove={move}
          onRemove={() => change.mutate((tools) => tools.filter((each) => each.id !== id))}
        />
      )}
    </li>
  );
}
