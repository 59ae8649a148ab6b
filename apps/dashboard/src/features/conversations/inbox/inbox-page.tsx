import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { keepList } from '../filters/list-search.ts';
import { foundSearch } from '../list/excerpt.tsx';
import { type Inbox, InboxContext } from './inbox-context.ts';
import css from './inbox-page.module.css';
import { ListPane } from './list-pane.tsx';
import { NothingOpen } from './nothing-open.tsx';
import { useList } from './use-list.ts';

/** Min screen width for the list beside a conversation. */
const split = '(min-width: 1280px)';

/**
 * The conversations of a workspace from every channel, and the open one. Wide screens have both beside each other, others
 * one of them. Filters, order and the open conversation are kept in the address.
 */
export function InboxPage() {
  const { workspace } = useWorkspace();
  const { workspace: _, message: __, find: ___, ...search } = useSearch({ from: '/signed-in/conversations' });
  const { conversationId: current } = useParams({ strict: false });
  const isSplit = useMediaQuery(split, undefined, { getInitialValueInEffect: false });
  const hasList = isSplit || current === undefined;
  const list = useList(workspace._id, search, hasList);
  const { conversations } = list;
  const navigate = useNavigate();
  const inbox = useMemo(
    (): Inbox => ({
      conversations: conversations ?? [],
      open: (next) =>
        next === undefined
          ? void navigate({ to: paths.conversations, search: keepList() })
          : void navigate({
              to: paths.conversation,
              params: { conversationId: next._id },
              search: keepList(foundSearch(next.match)),
            }),
    }),
    [conversations, navigate],
  );
  return (
    <InboxContext value={inbox}>
      <div className={css['inbox']}>
        {hasList && <ListPane current={current} isSplit={isSplit} search={search} list={list} />}
        {isSplit && current === undefined && <NothingOpen isEmpty={conversations?.length === 0} />}
        <Outlet />
      </div>
    </InboxContext>
  );
}
