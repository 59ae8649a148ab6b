import { Button } from '@mantine/core';
import type { SavedReply } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { savedReplyQueries } from '../../api/queries/saved-reply-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import table from '../../ui/lists/table.module.css';
import { SearchFilter } from '../../ui/lists/typed-filter.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import css from './saved-replies.module.css';

const ReplyDialog = lazyNamed(() => import('./reply-dialog.tsx').then((module) => module.ReplyDialog));

/** Settings → Saved replies: texts that people insert with `/`. */
export function SavedRepliesPage() {
  const { workspace, may } = useWorkspace();
  const [opened, setOpened] = useState<SavedReply | 'new'>();
  const [q, setQ] = useState<string>();
  const list = useInfiniteQuery(savedReplyQueries.list(workspace._id, q));
  const { data, error, refetch } = list;
  const mayWrite = may('conversations:write');
  const add = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setOpened('new')}>
      New saved reply
    </Button>
  );
  return (
    <Page title="Saved replies" lead="Type / in a conversation that you took over to insert one." actions={add}>
      <SearchFilter
        label="Search saved replies"
        placeholder="Search"
        value={q}
        onChange={setQ}
        className={css['search'] ?? ''}
      />
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={3} />}
      {data?.items.length === 0 && (
        <EmptyState icon="pencil" title={q === undefined ? 'No saved replies yet' : 'Nothing found'} action={add}>
          {q === undefined
            ? 'Keep texts that you send often. Variables such as {{visitor.name|there}} get their values when you insert one.'
            : 'No name and no text contains these words.'}
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          <Rows items={data.items} mayWrite={mayWrite} onEdit={setOpened} />
          <LoadMore pages={list} shown={data.items.length} total={data.total} />
        </>
      )}
      <Suspense>
        {opened !== undefined && (
          <ReplyDialog
            workspaceId={workspace._id}
            reply={opened === 'new' ? undefined : opened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}

function Rows(props: { items: readonly SavedReply[]; mayWrite: boolean; onEdit: (reply: SavedReply) => void }) {
  const { items, mayWrite, onEdit } = props;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={table['wide']}>
              Seen by
            </th>
            <th scope="col" className={table['wide']}>
              Updated
            </th>
            <th scope="col" className={table['end']}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((reply) => (
            <tr key={reply._id} className={table['row']}>
              <td className={table['name']}>
                <span dir="auto">{reply.name}</span>
                <span dir="auto" className={table['sub']}>
                  {reply.text}
                </span>
              </td>
              <td className={`${table['quiet']} ${table['wide']}`}>{reply.isShared ? 'Workspace' : 'Only you'}</td>
              <td className={`${table['quiet']} ${table['wide']}`}>
                <RelativeTime iso={reply.updatedAt} />
              </td>
              <td className={table['end']}>{mayWrite && <Actions reply={reply} onEdit={onEdit} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Actions({ reply, onEdit }: { reply: SavedReply; onEdit: (reply: SavedReply) => void }) {
  return (
    <Button.Group className={css['actions'] ?? ''}>
      <Button size="xs" variant="default" aria-label={`Edit ${reply.name}`} onClick={() => onEdit(reply)}>
        Edit
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Delete ${reply.name}`}
        onClick={() => void import('./delete-reply.ts').then(({ deleteReply }) => deleteReply(reply))}
      >
        Delete
      </Button>
    </Button.Group>
  );
}
