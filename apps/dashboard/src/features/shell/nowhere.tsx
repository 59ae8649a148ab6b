import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMe } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { PageSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Mark } from '../../ui/page/mark.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import css from './nowhere.module.css';
import { OfflineNotice } from './offline-notice.tsx';
import { UserMenu } from './user-menu.tsx';

const SecurityPage = lazyNamed(() => import('../security/security-page.tsx').then((module) => module.SecurityPage));

/**
 * The frame for a user in no workspace. Of the pages for signed-in users only their own settings work, so it has no
 * outlet.
 */
export function Nowhere() {
  const isSettings = useLocation().pathname === paths.security;
  return (
    <>
      <header className={css['bar']}>
        {isSettings ? (
          <Link to={paths.home} className={css['back']}>
            <Icon name="arrowLeft" />
            Back
          </Link>
        ) : (
          <Mark />
        )}
        <div className={css['user']}>
          <UserMenu hasShortcuts={false} />
        </div>
      </header>
      <main className={css['main']} id="content" tabIndex={-1}>
        <OfflineNotice />
        {isSettings ? (
          <Suspense fallback={<PageSkeleton />}>
            <SecurityPage />
          </Suspense>
        ) : (
          <WhereYouStand />
        )}
      </main>
    </>
  );
}

function WhereYouStand() {
  const { user, lockedWorkspaces } = useMe();
  if (lockedWorkspaces.length > 0) return <Locked names={lockedWorkspaces.map(({ name }) => name)} />;
  return (
    <Page
      narrow
      title="You are not in any workspace"
      lead={
        <>
          You are signed in as <b className={css['email']}>{user.email}</b>. Agents, conversations and API keys belong
          to workspaces.
        </>
      }
    >
      <Section
        title="Join a workspace"
        lead="Ask an owner or admin to invite you, then open the link of the invitation. Owners and admins also create workspaces."
      />
      <Section
        title="Your account"
        lead="Your name, your password, two-step sign-in and your sessions. You can delete your account there, too."
        action={
          <Button component={Link} to={paths.security} size="xs" leftSection={<Icon name="shield" />}>
            Account settings
          </Button>
        }
      />
    </Page>
  );
}

/** For a user whose workspaces all require two-step sign-in, which they don't have. */
function Locked({ names }: { names: readonly string[] }) {
  return (
    <Page
      narrow
      title="Set up two-step sign-in"
      lead={
        <>
          <b className={css['email']}>{new Intl.ListFormat('en').format(names)}</b>{' '}
          {names.length === 1 ? 'requires' : 'require'} it, and you don’t have it yet. Add an authenticator app or a
          passkey to get in.
        </>
      }
    >
      <Button component={Link} to={paths.security} leftSection={<Icon name="shield" />}>
        Set up two-step sign-in
      </Button>
    </Page>
  );
}
