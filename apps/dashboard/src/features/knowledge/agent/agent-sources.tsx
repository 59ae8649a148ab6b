import { Button } from '@mantine/core';
import type { Agent, KnowledgeSource } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { attachSources, changeSources, detachSource } from '../../../api/attach.ts';
import { knowledgeQueries } from '../../../api/queries/knowledge-queries.ts';
import { paths } from '../../../paths.ts';
import css from '../../../ui/lists/attached.module.css';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { OrderActions } from '../../../ui/lists/order-actions.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { SourceStatus } from '../source-status.tsx';
import { sizeWords, typeFacts } from '../source-words.ts';
import { TypeIcon } from '../type-icon.tsx';
import { moved } from './order.ts';
import { SourcePicker } from './source-picker.tsx';

/** The sources of an agent: attach, add, order, detach. */
export function AgentSources({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  const { data, error, refetch } = useQuery(knowledgeQueries.ofAgent(agent._id));
  const attach = useMutation({
    mutationFn: (id: string) => attachSources(agent._id, [id]),
    onError: toastProblem,
  });
  const sources = data === undefined ? undefined : inOrder(data, agent.knowledgeSources);
  const add = mayWrite && (
    <Button
      variant="default"
      leftSection={<Icon name="plus" />}
      renderRoot={(props) => <Link to={paths.newSource} search={{ agent: agent._id }} {...props} />}
    >
      Add new
    </Button>
  );
  return (
    <Section title="Sources" lead="The agent searches these for each question." action={add}>
      {mayWrite && (
        <div className={css['attach']}>
          <SourcePicker
            workspaceId={agent.workspace}
            taken={agent.knowledgeSources}
            isPending={attach.isPending}
            onPick={(id) => attach.mutate(id)}
          />
        </div>
      )}
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {sources === undefined && error === null && <TableSkeleton rows={2} />}
      {sources?.length === 0 && (
        <EmptyState icon="book" title="No sources yet">
          Attach a source of the workspace, or add a new one. Without sources, the agent has only its prompt and model.
        </EmptyState>
      )}
      {sources !== undefined && sources.length > 0 && (
        <ul className={css['rows']}>
          {sources.map((source, index) => (
            <SourceRow
              key={source._id}
              agentId={agent._id}
              source={source}
              index={index}
              count={sources.length}
              mayWrite={mayWrite}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The sources in the order of the agent; one that it got a moment ago comes last. */
function inOrder(sources: readonly KnowledgeSource[], ids: readonly string[]): KnowledgeSource[] {
  const place = ({ _id }: KnowledgeSource) => (ids.includes(_id) ? ids.indexOf(_id) : ids.length);
  return [...sources].sort((one, other) => place(one) - place(other));
}

function SourceRow(props: {
  agentId: string;
  source: KnowledgeSource;
  index: number;
  count: number;
  mayWrite: boolean;
}) {
  const { agentId, source, index, count, mayWrite } = props;
  const { _id, name, type } = source;
  const change = useMutation({ mutationFn: (run: () => Promise<void>) => run(), onError: toastProblem });
  return (
    <li className={css['row']}>
      <TypeIcon type={type} />
      <div className={css['words']}>
        <Link to={type === 'qa' ? paths.sourcePairs : paths.source} params={{ sourceId: _id }} className={css['name']}>
          {name}
        </Link>
        <span className={css['about']}>
          {typeFacts[type].label}
          {source.version > 0 && ` · ${sizeWords(source)}`}
        </span>
      </div>
      <div className={css['aside']}>
        <SourceStatus source={source} />
      </div>
      {mayWrite && (
        <OrderActions
          {...{ name, count }}
          at={index}
          isPending={change.isPending}
          onMove={(by) => change.mutate(() => changeSources(agentId, (ids) => moved(ids, _id, by)))}
          onRemove={() => change.mutate(() => detachSource(agentId, _id))}
        />
      )}
    </li>
  );
}
