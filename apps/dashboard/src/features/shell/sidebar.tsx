import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
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
const WaitingCount = lazyNamed(() =>
  import('../conversations/waiting/waiting-count.tsx').then((module) => module.WaitingCount),
);

const main = [
  { to: paths.home, label: 'Home', icon: 'home' },
  { to: paths.agents, label: 'Agents', icon: 'agent' },
  { to: paths.knowledge, label: 'Knowledge', icon: 'book' },
  { to: paths.tools, label: 'Tools', icon: 'tool' },
  { to: paths.conversations, label: 'Conversations', icon: 'inbox' },
  { to: paths.approvals, label: 'Approvals', icon: 'checks' },
] as const;

/** The navigation: the product, workspace, search, pages, user. */
export function Sidebar() {
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
        <ul className={css['list']}>
          {main.map((entry) => (
            <Entry key={entry.to} {...entry} />
          ))}
        </ul>
        <ul className={css['list']} data-apart>
          <Entry to={paths.settings} label="Settings" icon="sliders" />
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

interface EntryProps {
  to: (typeof main)[number]['to'] | typeof paths.settings;
  label: string;
  icon: IconName;
}

function Entry({ to, label, icon }: EntryProps) {
  return (
    <li>
      <Link to={to} className={css['link']} activeOptions={{ exact: to === paths.home, includeSearch: false }}>
        <Icon name={icon} />
        <span className={css['grow']}>{label}</span>
        <Suspense>
          {to === paths.approvals && <ApprovalsCount />}
          {to === paths.conversations && <WaitingCount />}
        </Suspense>
      </Link>
    </li>
  );
}
