import { Navigate } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { Page } from '../../../ui/page/page.tsx';
import { SettingsList } from './settings-list.tsx';
import { useIsWide } from './wide.ts';

/** The settings on a narrow screen: a list that leads on. A wide one has it beside each page. */
export function SettingsPage() {
  if (useIsWide()) return <Navigate to={paths.general} replace />;
  return (
    <Page title="Settings">
      <SettingsList isPage />
    </Page>
  );
}
