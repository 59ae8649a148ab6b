import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './last-focus.ts';

/** A dialog, as long as it is there. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'closeButtonProps'>) {
  useFocusBack();
  return <Modal opened closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}
