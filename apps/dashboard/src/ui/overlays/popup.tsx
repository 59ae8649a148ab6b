import type { PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOverlays } from './load.ts';
import { Anchor, type Trigger, type Triggered, useOpened, useTrigger } from './trigger.ts';

interface PopupProps {
  /** Names it for screen readers. */
  readonly label: string;
  /** Its content, which can close it. */
  readonly content: (close: () => void) => ReactNode;
  readonly position: NonNullable<PopoverProps['position']>;
  /** In pixels, at most as wide as the screen. */
  readonly width: number;
  /** The button that opens it. */
  readonly children: Trigger;
}

/** A small dialog beside a button. Its code loads when the pointer or focus comes near the button. */
export function Popup({ children, ...popup }: PopupProps) {
  const { button, ...opened } = useTrigger(children, 'dialog');
  const { anchor } = opened;
  return (
    <>
      {button}
      {anchor !== undefined && <Opened {...popup} {...opened} anchor={anchor} />}
    </>
  );
}

type OpenedProps = Omit<PopupProps, 'children'> & Triggered;

function Opened({ label, content, position, width, id, anchor, isOpen, setOpen }: OpenedProps) {
  const Popover = useOverlays()?.Popover;
  const isOpened = useOpened(isOpen, Popover !== undefined);
  if (Popover === undefined) return null;
  return (
    <Popover
      id={id}
      opened={isOpened}
      onChange={setOpen}
      width={width}
      position={position}
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
      middlewares={{ flip: true, shift: { padding: 12 } }}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} maw="calc(100vw - 24px)">
        {content(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
