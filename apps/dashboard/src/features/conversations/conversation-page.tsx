import { ActionIcon, Button, Skeleton, Title } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { type Conversation, NotFoundError } from '@parley/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { FormSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Tip } from '../../ui/overlays/tip.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { Transcript } from '../chat/transcript.tsx';
import { ConversationStatus } from './badges/status.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import css from './conversation-page.module.css';
import { Details } from './details/details.tsx';
import { focusTags } from './details/focus-tags.ts';
import { TitleField, untitled } from './details/title-field.tsx';
import { nameOf } from './details/user-name.ts';
import { keepList } from './filters/list-search.ts';
import { Gone } from './gone.tsx';
import { useOpenCommands } from './inbox/commands/use-open-commands.ts';
import { useTabTitle } from './inbox/use-tab-title.ts';
import { Messages, MessagesSkeleton } from './messages.tsx';
import type { Picked } from './pick/choices.ts';
import { ReplyBar } from './reply/reply-bar.tsx';
import { type ConversationView, useActions, useConversation } from './use-conversation.ts';
import { useReadMark } from './use-read-mark.ts';
import { useShown } from './waiting/shown.ts';

const DetailsDrawer = lazyNamed(() => import('./details/details-drawer.tsx').then((module) => module.DetailsDrawer));
const PickDialog = lazyNamed(() => import('./pick/pick-dialog.tsx').then((module) => module.PickDialog));

const Here = lazyNamed(() => import('./presence/here.tsx').then((module) => module.Here));
const Typing = lazyNamed(() => import('./presence/here.tsx').then((module) => module.Typing));

/** One conversation: its messages, who replies, and its details. Wide screens have the list beside it (`InboxPage`). */
export function ConversationPage() {
  const { conversationId } = useParams({ from: '/signed-in/conversations/$conversationId' });
  return <One key={conversationId} id={conversationId} />;
}

function One({ id }: { id: string }) {
  const view = useConversation(id);
  if (view.stored === undefined || view.error instanceof NotFoundError) {
    if (view.error === null) return <Waiting />;
    return (
      <Page title="Conversation" above={<Back />}>
        {view.error instanceof NotFoundError ? (
          <Gone id={id} wasOpen={view.stored !== undefined} />
        ) : (
          <ProblemNotice error={view.error} retry={view.retry} />
        )}
      </Page>
    );
  }
  return <Shown view={view} stored={view.stored} />;
}

/** Screen widths with room for the details beside the messages: with the list beside them, and without. */
const wide = '(min-width: 1440px), ((min-width: 1120px) and (max-width: 1279.98px))';

/** Placeholder in the layout of the page, so that nothing shifts when it loads. */
function Waiting() {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  useTabTitle('Conversation');
  return (
    <div className={css['page']} aria-busy="true">
      <header className={css['header']}>
        <Back />
        <Skeleton height={14} width={240} />
      </header>
      <div className={css['main']}>
        <Transcript label="Messages" first={undefined}>
          <MessagesSkeleton />
        </Transcript>
        <div className={`${css['reply']} ${css['waiting']}`} />
      </div>
      {isWide && (
        <aside className={css['aside']} aria-label="Details">
          <FormSkeleton fields={3} />
        </aside>
      )}
    </div>
  );
}

function Shown({ view, stored }: { view: ConversationView; stored: NonNullable<ConversationView['stored']> }) {
  const { conversation } = stored;
  const { mayWrite, mayDelete } = useRights(conversation);
  const actions = useActions(view);
  useReadMark(conversation, view.all);
  useShown(conversation._id);
  const [detailsAreOpen, details] = useDisclosure(false);
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const editTags = () => {
    if (!isWide) details.open();
    void focusTags();
  };
  const [picked, pick] = useState<Picked>();
  const { closeAndNext } = useOpenCommands({ conversation, mayWrite, actions, editTags, pick });
  useTabTitle(conversation.title || untitled);
  return (
    <div className={css['page']}>
      <header className={css['header']}>
        <Back />
        <Title order={1} className={css['title']}>
          <TitleField stored={stored} mayWrite={mayWrite} />
        </Title>
        <span className={css['status']}>
          <ConversationStatus {...conversation} />
        </span>
        <Suspense>
          <Here id={conversation._id} />
        </Suspense>
        <div className={css['actions']}>
          {!isWide && (
            <Tip label="Details">
              <ActionIcon variant="default" size={32} aria-label="Details" onClick={details.open}>
                <Icon name="panel" />
              </ActionIcon>
            </Tip>
          )}
          {mayWrite && <CloseButton {...conversation} actions={actions} />}
          <ConversationMenu {...{ conversation, mayWrite, mayDelete, actions, closeAndNext }} />
        </div>
      </header>
      <div className={css['main']}>
        {view.error !== null && (
          <div className={css['problem']}>
            <ProblemNotice error={view.error} retry={view.retry} />
          </div>
        )}
        <Messages view={view} conversation={conversation} mayWrite={mayWrite} onRetry={actions.retry} />
        <div className={css['reply']} data-by={conversation.status}>
          <Suspense>
            <Typing id={conversation._id} visitor={nameOf(conversation) ?? 'The visitor'} />
          </Suspense>
          <ReplyBar conversation={conversation} mayWrite={mayWrite} actions={actions} />
        </div>
      </div>
      {isWide && (
        <aside className={css['aside']} aria-label="Details">
          <Details stored={stored} mayWrite={mayWrite} />
        </aside>
      )}
      <Suspense>
        {!isWide && detailsAreOpen && <DetailsDrawer stored={stored} mayWrite={mayWrite} onClose={details.close} />}
        {picked !== undefined && <PickDialog conversation={conversation} of={picked} onClose={() => pick(undefined)} />}
      </Suspense>
    </div>
  );
}

/** Closes the conversation; its tip has the key that closes it and opens the next one. */
function CloseButton({ status, actions }: Pick<Conversation, 'status'> & { actions: ReturnType<typeof useActions> }) {
  if (status === 'closed') return null;
  return (
    <Tip label="Close (Shift E); E also opens the next">
      <Button
        size="xs"
        variant="default"
        h={32}
        leftSection={<Icon name="check" />}
        loading={actions.changing === 'close'}
        onClick={() => actions.change('close')}
      >
        Close
      </Button>
    </Tip>
  );
}

function Back() {
  return (
    <Link to={paths.conversations} search={keepList()} className={css['back']} aria-label="Back to conversations">
      <Icon name="arrowLeft" />
    </Link>
  );
}

/** Permissions of the user in the conversation's workspace. */
function useRights({ workspace }: Conversation) {
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === workspace)?.permissions ?? [];
  return {
    mayWrite: permissions.includes('conversations:write'),
    mayDelete: permissions.includes('workspace:admin'),
  };
}
