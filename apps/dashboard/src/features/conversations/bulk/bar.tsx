import { ActionIcon, Button, Popover, Stack } from '@mantine/core';
import type { ListedConversation } from '@parley/sdk';
import { type FormEvent, Suspense, useState } from 'react';
import { fieldLimits } from '../../../api/field-limits.ts';
import { useMe, useWorkspace } from '../../../api/workspace.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Autocomplete } from '../../../ui/overlays/autocomplete.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { closeAll, exportAll, reopenAll, tagAll } from './actions.ts';
import css from './bar.module.css';
import { deleteLater } from './delete-later.ts';

const AssignDialog = lazyNamed(() => import('./assign-dialog.tsx').then((module) => module.AssignDialog));

interface BulkBarProps {
  readonly selected: readonly ListedConversation[];
  /** Tags to propose. */
  readonly tags: readonly string[];
  readonly onClear: () => void;
}

/** Actions for all selected conversations. */
export function BulkBar({ selected, tags, onClear }: BulkBarProps) {
  const me = useMe();
  const { may } = useWorkspace();
  const mayDelete = may('workspace:admin');
  const areClosed = selected.every(({ status }) => status === 'closed');
  const [isAssigning, setAssigning] = useState(false);
  const clear = () => {
    onClear();
    // The bar goes, and would take the focus with it.
    document.querySelector<HTMLElement>('[data-select-all]')?.focus({ preventScroll: true });
  };
  return (
    <section className={css['bar']} aria-label="Selected conversations">
      <span className={css['count']} role="status">
        {selected.length.toLocaleString('en')}
        <span className={css['word']}> selected</span>
      </span>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<Icon name={areClosed ? 'rotate' : 'check'} />}
        onClick={() => {
          void (areClosed ? reopenAll(selected) : closeAll(selected, me.user._id));
          clear();
        }}
      >
        {areClosed ? 'Reopen' : 'Close'}
      </Button>
      <Button variant="subtle" color="gray" leftSection={<Icon name="person" />} onClick={() => setAssigning(true)}>
        Assign
      </Button>
      <TagButton tags={tags} onTag={(tag) => void tagAll(selected, tag)} />
      <Button
        variant="subtle"
        color="gray"
        leftSection={<Icon name="download" />}
        onClick={() => void exportAll(selected)}
      >
        Export
      </Button>
      {mayDelete && (
        <Button
          variant="subtle"
          color="red"
          className={css['delete'] ?? ''}
          leftSection={<Icon name="trash" />}
          onClick={() => {
            deleteLater(selected.map(({ _id }) => _id));
            clear();
          }}
        >
          Delete
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" size={32} aria-label="Clear the selection" onClick={clear}>
        <Icon name="close" size={14} />
      </ActionIcon>
      <Suspense>
        {isAssigning && <AssignDialog selected={selected} onDone={clear} onClose={() => setAssigning(false)} />}
      </Suspense>
    </section>
  );
}

function TagButton({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [tag, setTag] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tag.trim() === '') return;
    onTag(tag.trim());
    setTag('');
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} width={240} position="top" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<Icon name="tag" />} onClick={() => setOpen(!isOpen)}>
          Tag
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tag the selected conversations">
        <form onSubmit={submit}>
          <Stack gap="xs">
            <Autocomplete
              label="Tag to add"
              data={[...tags]}
              value={tag}
              maxLength={fieldLimits.tag}
              comboboxProps={{ withinPortal: false }}
              data-autofocus
              onChange={setTag}
            />
            <Button type="submit" disabled={tag.trim() === ''}>
              Add tag
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
