import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from '../focus/last-focus.ts';

/** A dialog that is open as long as it is mounted. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'closeButtonProps'>) {
  useFocusBack();
  return <Modal opened closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}
