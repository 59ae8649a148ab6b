import { Drawer } from '@mantine/core';
import type { StoredConversation } from '../../../api/queries/conversation-queries.ts';
import { useFocusBack } from '../../../ui/focus/last-focus.ts';
import { Details } from './details.tsx';

/** The details over the page, if there is no room beside it. */
export function DetailsDrawer(props: { stored: StoredConversation; mayWrite: boolean; onClose: () => void }) {
  const { onClose, ...details } = props;
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={340}
      title="Details"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Details {...details} />
    </Drawer>
  );
}
