import type { MenuProps } from '@mantine/core';
import { Fragment } from 'react';
import { Icon, type IconName } from '../page/icons.tsx';
import { useOverlays } from './load.ts';
import { Anchor, type Trigger, type Triggered, useOpened, useTrigger } from './trigger.ts';

/** Something that a menu does, or a file that it downloads. */
interface Action {
  readonly label: string;
  readonly icon?: IconName;
  readonly isChosen?: boolean;
  /** True if it deletes something. */
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
  /** True if the menu stays open. */
  readonly staysOpen?: boolean;
  readonly onClick?: () => void;
  /** The address of a file to download. */
  readonly download?: string;
  /** Tells actions of the same name apart. */
  readonly key?: string;
}

/** A line of a menu. */
export type MenuEntry = Action | { readonly heading: string } | 'divider';

/** The action that deletes something. Users who may not are told who may. */
export const deletion = (what: string, mayDelete: boolean, onClick: () => void): Action => ({
  label: `${what}${mayDelete ? '…' : ' (owners and admins)'}`,
  icon: 'trash',
  isDestructive: true,
  isDisabled: !mayDelete,
  onClick,
});

interface ActionMenuProps {
  readonly entries: readonly MenuEntry[];
  readonly position?: MenuProps['position'];
  /** In pixels, or as wide as the button. */
  readonly width?: number | 'target';
  /** The button that opens the menu. */
  readonly children: Trigger;
}

/** A menu of actions. Its code loads when the pointer or focus comes near it. */
export function ActionMenu({ children, ...menu }: ActionMenuProps) {
  const { button, ...opened } = useTrigger(children, 'menu');
  const { anchor } = opened;
  return (
    <>
      {button}
      {anchor !== undefined && <Opened {...menu} {...opened} anchor={anchor} />}
    </>
  );
}

type OpenedProps = Omit<ActionMenuProps, 'children'> & Triggered;

function Opened({ entries, position = 'bottom-end', width, id, anchor, isOpen, setOpen }: OpenedProps) {
  const Menu = useOverlays()?.Menu;
  const isOpened = useOpened(isOpen, Menu !== undefined);
  if (Menu === undefined) return null;
  return (
    <Menu id={id} opened={isOpened} onChange={setOpen} position={position} {...(width && { width })}>
      <Menu.Target>
        <Anchor element={anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, index) => (
          <Fragment key={keyOf(entry, index)}>
            <Entry entry={entry} Menu={Menu} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const keyOf = (entry: MenuEntry, index: number): string | number => {
  if (entry === 'divider') return index;
  return 'heading' in entry ? entry.heading : (entry.key ?? entry.label);
};

function Entry({ entry, Menu }: { entry: MenuEntry; Menu: typeof import('@mantine/core').Menu }) {
  if (entry === 'divider') return <Menu.Divider />;
  if ('heading' in entry) return <Menu.Label>{entry.heading}</Menu.Label>;
  const { label, icon, isChosen = false, isDestructive = false, isDisabled = false, staysOpen = false } = entry;
  const common = {
    leftSection: icon && <Icon name={icon} />,
    rightSection: isChosen && <Icon name="check" />,
    ...(isDestructive && { color: 'red' }),
    disabled: isDisabled,
    closeMenuOnClick: !staysOpen,
    onClick: entry.onClick,
  };
  if (entry.download === undefined) return <Menu.Item {...common}>{label}</Menu.Item>;
  return (
    <Menu.Item component="a" href={entry.download} download {...common}>
      {label}
    </Menu.Item>
  );
}
