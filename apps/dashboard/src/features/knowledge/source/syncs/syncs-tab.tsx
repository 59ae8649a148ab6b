import type { KnowledgeSource, KnowledgeSync } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { EmptyState } from '../../../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../../ui/lists/skeletons.tsx';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { RelativeTime } from '../../../../ui/time/time.tsx';
import { ReplayList } from './replay-list.tsx';
import { causeLabels, factsInWords, lengthOf, outcomeLabels } from './sync-words.ts';
import css from './syncs-tab.module.css';

/** The syncs of a source: what each found, and which past questions get another passage. */
export function SyncsTab({ source }: { source: KnowledgeSource }) {
  const syncs = useInfiniteQuery(knowledgeQueries.syncs(source));
  const { data, error, refetch } = syncs;
  return (
    <>
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={4} />}
      {data?.items.length === 0 && (
        <EmptyState icon="rotate" title="No sync yet">
          Each sync of the source is listed here with what it changed.
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          <ol className={css['syncs']}>
            {data.items.map((sync) => (
              <SyncRow key={sync._id} sync={sync} serves={sync.version === source.version} />
            ))}
          </ol>
          <LoadMore pages={syncs} shown={data.items.length} total={data.total} />
        </>
      )}
    </>
  );
}

function SyncRow({ sync, serves }: { sync: KnowledgeSync; serves: boolean }) {
  const { version, cause, outcome, error, replay, createdAt } = sync;
  const facts = factsInWords(sync);
  const length = lengthOf(sync);
  return (
    <li className={css['sync']}>
      <div className={css['head']}>
        <span className={css['outcome']} data-outcome={outcome}>
          {outcomeLabels[outcome]}
        </span>
        {serves && <span className={css['serves']}>In use</span>}
        <span className={css['when']}>
          <RelativeTime iso={createdAt} />, {causeLabels[cause]}
          {length !== undefined && `, ${length}`}
        </span>
        <span className={css['version']}>Version {version}</span>
      </div>
      {facts !== '' && <p className={css['facts']}>{facts}</p>}
      {error !== null && <p className={css['error']}>{error.message}</p>}
      {replay !== null && <ReplayList replay={replay} />}
    </li>
  );
}
