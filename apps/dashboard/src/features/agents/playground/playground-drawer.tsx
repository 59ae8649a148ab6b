import { Drawer } from '@mantine/core';
import { useFocusBack } from '../../../ui/focus/last-focus.ts';
import { PlaygroundPanel, type PlaygroundProps } from './playground.tsx';
import css from './playground-frame.module.css';

/** The playground on screens without room beside the form. */
export function PlaygroundDrawer(props: PlaygroundProps) {
  useFocusBack();
  return (
    <Drawer.Root
      opened
      onClose={props.onClose}
      position="right"
      size="min(100%, 480px)"
      padding={0}
      // As a class of the content it would also colour what the overlay shows.
      classNames={{ content: css['content'] ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Playground">
        <Drawer.Body className={css['over'] ?? ''}>
          <PlaygroundPanel {...props} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
