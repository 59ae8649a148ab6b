import { Button, Group } from '@mantine/core';
import { swapped } from './swapped.ts';

interface RowActionsProps<Item> {
  /** Name of the item, for screen readers. */
  readonly name: string;
  readonly items: readonly Item[];
  readonly index: number;
  readonly onChange: (items: Item[]) => void;
}

/** Buttons that move an item of a list up, and remove it. */
export function RowActions<Item>({ name, items, index, onChange }: RowActionsProps<Item>) {
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onChange(swapped(items, index, index - 1))}
      >
        Up
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove ${name}`}
        onClick={() => onChange(items.filter((_, place) => place !== index))}
      >
        Remove
      </Button>
    </Group>
  );
}
