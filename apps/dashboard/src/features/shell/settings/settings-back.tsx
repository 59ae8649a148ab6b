import { useLocation } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import css from './settings.module.css';
import { settingsGroups } from './settings-pages.ts';

/** The way from a page of the settings to their list, on a screen without room for the column. */
export function SettingsBack() {
  const { pathname } = useLocation();
  if (!settingsGroups.some(({ pages }) => pages.some(({ to }) => to === pathname))) return null;
  return (
    <div className={css['back']}>
      <BackLink to={paths.settings}>Settings</BackLink>
    </div>
  );
}
