import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@parley/sdk';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { attachSources, detachSource } from '../../../api/attach.ts';
import { knowledgeQueries } from '../../../api/queries/knowledge-queries.ts';
import { paths } from '../../../paths.ts';
import { Named, Sealed } from '../../../ui/code/seal.tsx';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import table from '../../../ui/lists/table.module.css';
import { ActionsHeader } from '../../../ui/page/actions-header.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { AgentPicker } from '../../agents/list/agent-picker.tsx';
import { StatusDot } from '../../agents/status.tsx';
import css from './agents-tab.module.css';

/** The agents that answer from a source. */
export function AgentsTab({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const agents = useInfiniteQuery(knowledgeQueries.agents(source._id));
  const { data, error, refetch } = agents;
  const attach = useMutation({
    mutationFn: (agentId: string) => attachSources(agentId, [source._id]),
    onError: toastProblem,
  });
  return (
    <>
      {mayWrite && (
        <div className={css['attach']}>
          <AgentPicker
            label="Attach to an agent"
            nothingLeft="Every agent has it"
            workspaceId={source.workspace}
            taken={data?.items.map(({ _id }) => _id) ?? []}
            isPending={attach.isPending}
            onPick={(id) => attach.mutate(id)}
          />
        </div>
      )}
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={3} />}
      {data?.items.length === 0 && (
        <EmptyState icon="agent" title="No agent uses it">
          Attach it to an agent, so that the agent answers from it.
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          <div className={table['frame']}>
            <table className={table['table']}>
              <thead>
                <tr>
                  <th scope="col">Agent</th>
                  <th scope="col">Status</th>
                  <ActionsHeader />
                </tr>
              </thead>
              <tbody>
                {data.items.map(({ _id, name, status }) => (
                  <tr key={_id} className={table['row']}>
                    <td className={table['name']}>
                      <Sealed id={_id} size={20}>
                        <Link to={paths.agentKnowledge} params={{ agentId: _id }} className={table['main']}>
                          <Named id={_id}>{name}</Named>
                        </Link>
                      </Sealed>
                    </td>
                    <td>
                      <StatusDot status={status} />
                    </td>
                    <td className={`${table['end']} ${table['actions']}`}>
                      {mayWrite && <Detach agentId={_id} name={name} sourceId={source._id} />}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <LoadMore pages={agents} shown={data.items.length} total={data.total} />
        </>
      )}
    </>
  );
}

function Detach({ agentId, name, sourceId }: { agentId: string; name: string; sourceId: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => detachSource(agentId, sourceId),
    onError: toastProblem,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      aria-label={`Detach from ${name}`}
      onClick={() => mutate()}
    >
      Detach
    </Button>
  );
}
