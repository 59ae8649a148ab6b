import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { apiReference, paths } from '../../paths.ts';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Icon, type IconName } from '../../ui/page/icons.tsx';
import { Mark } from '../../ui/page/mark.tsx';
import { palette } from './palette/palette-store.ts';
import { commandKey } from './shortcuts.ts';
import css from './sidebar.module.css';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

const ApprovalsCount = lazyNamed(() =>
  import('../approvals/approvals-count.tsx').then((module) => module.ApprovalsCount),
);

const main = [
  { to: paths.home, label: 'Home', icon: 'home' },
  { to: paths.agents, label: 'Agents', icon: 'agent' },
  { to: paths.knowledge, label: 'Knowledge', icon: 'book' },
  { to: paths.tools, label: 'Tools', icon: 'tool' },
  { to: paths.conversations, label: 'Conversations', icon: 'inbox' },
  { to: paths.approvals, label: 'Approvals', icon: 'checks' },
] as const;

const settings = [
  { to: paths.general, label: 'General', icon: 'sliders' },
  { to: paths.keys, label: 'API Keys', icon: 'key' },
  { to: paths.members, label: 'Members', icon: 'people' },
  { to: paths.savedReplies, label: 'Saved replies', icon: 'pencil' },
  { to: paths.usage, label: 'Plan & usage', icon: 'gauge' },
  { to: paths.security, label: 'Security', icon: 'shield' },
] as const;

/** Pages that only the owner of the instance can use. */
const ofInstance = [{ to: paths.models, label: 'Models', icon: 'sparkle' }] as const;

/** Pages for admins of the workspace. */
const ofAdmins = [{ to: paths.auditLog, label: 'Audit log', icon: 'text' }] as const;
const developers = [
  { to: paths.webhooks, label: 'Webhooks', icon: 'send' },
  { to: paths.events, label: 'Events', icon: 'menu' },
] as const;

/** The navigation: the product, workspace, search, pages, user. */
export function Sidebar() {
  const { ownsInstance } = useMe();
  const isAdmin = useWorkspace().may('workspace:admin');
  return (
    <div className={css['sidebar']}>
      <Link to={paths.home} className={css['product']} activeProps={{}}>
        <Mark /> Parley
      </Link>
      <WorkspaceSwitcher />
      <UnstyledButton className={css['search']} onClick={palette.open}>
        <Icon name="search" />
        <span className={css['grow']}>Search</span>
        <Kbd size="xs" className={css['keys'] ?? ''}>
          {commandKey} K
        </Kbd>
      </UnstyledButton>
      <nav aria-label="Pages" className={css['nav']}>
        <Entries entries={main} />
        <h2 className={css['heading']}>Settings</h2>
        <Entries entries={[...settings, ...(isAdmin ? ofAdmins : []), ...(ownsInstance ? ofInstance : [])]} />
        <h2 className={css['heading']}>Developers</h2>
        {isAdmin && <Entries entries={developers} />}
        <ul className={css['list']}>
          <li>
            <a href={apiReference} target="_blank" rel="noreferrer" className={css['link']}>
              <Icon name="code" />
              <span className={css['grow']}>API reference</span>
              <Icon name="outside" size={13} />
              <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
            </a>
          </li>
        </ul>
      </nav>
      <UserMenu />
    </div>
  );
}

type Target = (typeof main | typeof settings | typeof ofInstance | typeof ofAdmins | typeof developers)[number]['to'];

function Entries({ entries }: { entries: readonly { to: Target; label: string; icon: IconName }[] }) {
  return (
    <ul className={css['list']}>
      {entries.map(({ to, label, icon }) => (
        <li key={to}>
          <Link to={to} className={css['link']} activeOptions={{ exact: to === paths.home, includeSearch: false }}>
            <Icon name={icon} />
            <span className={css['grow']}>{label}</span>
            <Suspense>{to === paths.approvals && <ApprovalsCount />}</Suspense>
          </Link>
        </li>
      ))}
    </ul>
  );
}
