import { Link } from '@tanstack/react-router';
import { useMe, useWorkspace } from '../../../api/workspace.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import css from './settings.module.css';
import { type SettingsPage, settingsGroups } from './settings-pages.ts';

/** The groups of the settings, with the pages that the user may use. */
export function useSettingsGroups() {
  const { ownsInstance } = useMe();
  const isAdmin = useWorkspace().may('workspace:admin');
  const may = ({ needs }: SettingsPage) => needs === undefined || (needs === 'admin' ? isAdmin : ownsInstance);
  return settingsGroups.map(({ heading, pages }) => ({ heading, pages: pages.filter(may) }));
}

/** The links to the pages of the settings: a column beside them, or a page of its own. */
export function SettingsList({ isPage = false }: { isPage?: boolean }) {
  return (
    <nav aria-label="Settings" className={css['nav']} data-page={isPage || undefined}>
      {useSettingsGroups().map(({ heading, pages }) => (
        <section key={heading}>
          <h2 className={css['heading']}>{heading}</h2>
          <ul className={css['list']}>
            {pages.map(({ to, label, icon }) => (
              <li key={to}>
                <Link to={to} className={css['link']} activeOptions={{ includeSearch: false }}>
                  <Icon name={icon} />
                  <span className={css['label']}>{label}</span>
                  {isPage && <Icon name="chevronRight" size={13} />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
