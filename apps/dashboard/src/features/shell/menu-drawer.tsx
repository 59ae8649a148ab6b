import { Drawer } from '@mantine/core';
import { useFocusBack } from '../../ui/focus/last-focus.ts';
import css from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on phones. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      size={280}
      padding={0}
      title="Menu"
      classNames={{ content: css['drawer'] ?? '', header: css['drawerHeader'] ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
    >
      <Sidebar />
    </Drawer>
  );
}
