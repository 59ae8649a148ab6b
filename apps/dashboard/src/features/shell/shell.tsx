import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { PageSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { useStore } from '../../ui/loading/store.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Mark } from '../../ui/page/mark.tsx';
import { waitingWish } from '../conversations/waiting/wish.ts';
import { InShell } from './error-page.tsx';
import { Keyboard } from './keyboard.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import css from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

const WaitingWatch = lazyNamed(() =>
  import('../conversations/waiting/watch.tsx').then((module) => module.WaitingWatch),
);
const Nowhere = lazyNamed(() => import('./nowhere.tsx').then((module) => module.Nowhere));
const SettingsList = lazyNamed(() => import('./settings/settings-list.tsx').then((module) => module.SettingsList));
const SettingsBack = lazyNamed(() => import('./settings/settings-back.tsx').then((module) => module.SettingsBack));
const MenuDrawer = lazyNamed(() => import('./menu-drawer.tsx').then((module) => module.MenuDrawer));

/** The frame of every page for signed-in users. */
export function Shell() {
  return (
    <Suspense fallback={<main className={css['main']} />}>
      <Inside />
    </Suspense>
  );
}

function Inside() {
  const { data: workspaces } = useSuspenseQuery(queries.workspaces());
  return workspaces.length === 0 ? <Nowhere /> : <Frame />;
}

/** The sidebar, the page and the keyboard shortcuts. */
function Frame() {
  const { workspace } = useWorkspace();
  const [menuIsOpen, menu] = useDisclosure(false);
  const { pathname } = useLocation();
  const isSettings = pathname.startsWith(paths.settings);
  const { sound, notification } = useStore(waitingWish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes, and only then.
  useEffect(() => menu.close(), [pathname]);
  return (
    <>
      <a href="#content" className={css['skip']}>
        Skip to content
      </a>
      <div className={css['shell']} data-settings={isSettings || undefined}>
        <header className={css['bar']}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open the menu" onClick={menu.open}>
            <Icon name="menu" size={18} />
          </ActionIcon>
          <Mark />
          <span className={css['barTitle']}>{workspace.name}</span>
        </header>
        <aside className={css['aside']}>
          <Sidebar />
        </aside>
        {isSettings && (
          <aside className={css['settings']}>
            <Suspense>
              <SettingsList />
            </Suspense>
          </aside>
        )}
        <main className={css['main']} id="content" tabIndex={-1}>
          <OfflineNotice />
          <Suspense>{isSettings && <SettingsBack />}</Suspense>
          <Suspense fallback={<PageSkeleton />}>
            <InShell value={true}>
              <Outlet />
            </InShell>
          </Suspense>
        </main>
      </div>
      <Suspense>{menuIsOpen && <MenuDrawer onClose={menu.close} />}</Suspense>
      <Keyboard />
      <Suspense>{(sound || notification) && <WaitingWatch workspaceId={workspace._id} />}</Suspense>
    </>
  );
}
