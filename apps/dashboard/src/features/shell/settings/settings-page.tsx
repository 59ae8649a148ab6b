import { useMediaQuery } from '@mantine/hooks';
import { Navigate } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { Page } from '../../../ui/page/page.tsx';
import { SettingsList } from './settings-list.tsx';
import { isWide, wide } from './wide.ts';

/** The settings on a narrow screen: a list that leads on. A wide one has it beside each page. */
export function SettingsPage() {
  const hasColumn = useMediaQuery(wide, isWide(), { getInitialValueInEffect: false });
  if (hasColumn) return <Navigate to={paths.general} replace />;
  return (
    <Page title="Settings">
      <SettingsList isPage />
    </Page>
  );
}
