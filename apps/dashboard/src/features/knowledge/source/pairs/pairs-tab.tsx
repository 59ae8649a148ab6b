import { ActionIcon, Button, Group } from '@mantine/core';
import type { KnowledgePair, KnowledgeSource } from '@parley/sdk';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { callApi } from '../../../../api/client.ts';
import { knowledgeQueries, renewSource } from '../../../../api/queries/knowledge-queries.ts';
import { confirm } from '../../../../ui/dialogs/confirm.ts';
import { useDrop } from '../../../../ui/forms/use-drop.ts';
import { EmptyState } from '../../../../ui/lists/empty-state.tsx';
import filters from '../../../../ui/lists/list-filters.module.css';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../../ui/lists/skeletons.tsx';
import { SearchFilter } from '../../../../ui/lists/typed-filter.tsx';
import { download } from '../../../../ui/loading/download.ts';
import { lazyNamed } from '../../../../ui/loading/lazy-named.ts';
import { ActionMenu } from '../../../../ui/overlays/action-menu.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { toastDone, toastProblem } from '../../../../ui/toasts/toast.ts';
import { counted } from '../../source-words.ts';
import css from './pairs-tab.module.css';

const ImportDialog = lazyNamed(() => import('./import/import-dialog.tsx').then((module) => module.ImportDialog));
const PairDialog = lazyNamed(() => import('./pair-dialog.tsx').then((module) => module.PairDialog));

/** The questions and answers of a source, to add, change and delete. A CSV can be dropped anywhere on them. */
export function PairsTab({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  /** The file that was dropped; undefined while nothing is imported. */
  const [imported, setImported] = useState<{ file: File | undefined }>();
  const { isOver, handlers } = useDrop(([file]) => setImported({ file }));
  if (!mayWrite) return <Pairs source={source} mayWrite={false} />;
  return (
    <div className={css['tab']} data-over={isOver || undefined} {...handlers}>
      <Pairs source={source} mayWrite onImport={() => setImported({ file: undefined })} />
      <Suspense>
        {imported !== undefined && (
          <ImportDialog sourceId={source._id} dropped={imported.file} onClose={() => setImported(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

function Pairs(props: { source: KnowledgeSource; mayWrite: boolean; onImport?: () => void }) {
  const { source, mayWrite, onImport } = props;
  const [q, setQ] = useState<string>();
  /** The pair in the dialog; null for a new one. */
  const [opened, setOpened] = useState<KnowledgePair | null>();
  const pairs = useInfiniteQuery(knowledgeQueries.pairs(source._id, q));
  const { data, error, refetch } = pairs;
  const remove = useRemoval(source._id);
  const actions = mayWrite && (
    <>
      <Button variant="default" leftSection={<Icon name="upload" />} onClick={onImport}>
        Import CSV
      </Button>
      <Button leftSection={<Icon name="plus" />} onClick={() => setOpened(null)}>
        Add pair
      </Button>
    </>
  );
  return (
    <>
      {(q !== undefined || (data !== undefined && data.items.length > 0)) && (
        <div className={filters['filters']}>
          <SearchFilter
            className={filters['search'] ?? ''}
            label="Search pairs"
            placeholder="Search questions and answers"
            value={q}
            onChange={setQ}
          />
          <span className={filters['total']} role="status">
            {data?.total === undefined ? '' : counted(data.total, 'pair')}
          </span>
          <ExportButton source={source} />
          {actions}
        </div>
      )}
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={5} />}
      {data?.items.length === 0 && (
        <EmptyState
          icon={q === undefined ? 'help' : 'search'}
          title={q === undefined ? 'No pairs yet' : 'No pair matches'}
          action={q === undefined && <Group gap="xs">{actions}</Group>}
        >
          {q === undefined
            ? 'A pair is a question and the exact answer to it. Agents find it by both, and quote the answer.'
            : `No question or answer contains “${q}”.`}
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          <ul className={css['pairs']}>
            {data.items.map((pair) => (
              <PairRow
                key={pair._id}
                pair={pair}
                mayWrite={mayWrite}
                onEdit={() => setOpened(pair)}
                onDelete={() => void remove(pair)}
              />
            ))}
          </ul>
          <LoadMore key={q} pages={pairs} shown={data.items.length} total={data.total} />
        </>
      )}
      <Suspense>
        {opened !== undefined && (
          <PairDialog sourceId={source._id} pair={opened} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </>
  );
}

/** Downloads all pairs as a CSV, which an import takes back. */
function ExportButton({ source: { _id, name } }: { source: KnowledgeSource }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi((client) => client.knowledgeSources.pairs.exportCsv(_id)),
    // Spreadsheets take a file for UTF-8 by its byte order mark.
    onSuccess: ({ csv }) => download(new Blob(['\ufeff', csv], { type: 'text/csv' }), `${name}.csv`),
    onError: toastProblem,
  });
  return (
    <Button variant="default" leftSection={<Icon name="download" />} loading={isPending} onClick={() => mutate()}>
      Export CSV
    </Button>
  );
}

/** Deletes a pair after a question. */
function useRemoval(sourceId: string) {
  const { mutate } = useMutation({
    mutationFn: (pairId: string) =>
      callApi((client) => client.knowledgeSources.pairs.delete({ knowledgeSourceId: sourceId, pairId })),
    onSuccess: ({ message }) => {
      renewSource(sourceId);
      toastDone(message);
    },
    onError: toastProblem,
  });
  return async ({ _id, question }: KnowledgePair) => {
    const body = `“${question}” and its answer are deleted permanently.`;
    if (await confirm({ title: 'Delete pair?', body, action: 'Delete pair' })) mutate(_id);
  };
}

function PairRow(props: { pair: KnowledgePair; mayWrite: boolean; onEdit: () => void; onDelete: () => void }) {
  const { pair, mayWrite, onEdit, onDelete } = props;
  return (
    <li className={css['pair']}>
      <div className={css['words']}>
        <p className={css['question']} dir="auto">
          {pair.question}
        </p>
        <p className={css['answer']} dir="auto">
          {pair.answer}
        </p>
      </div>
      {mayWrite && (
        <ActionMenu
          entries={[
            { label: 'Edit', icon: 'pencil', onClick: onEdit },
            { label: 'Delete…', icon: 'trash', isDestructive: true, onClick: onDelete },
          ]}
        >
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for “${pair.question}”`}>
            <Icon name="dots" />
          </ActionIcon>
        </ActionMenu>
      )}
    </li>
  );
}
