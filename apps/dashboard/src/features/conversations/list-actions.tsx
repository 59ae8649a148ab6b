import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { exportAddress, type toFilters } from './list-search.ts';
import { useMarkAllRead } from './use-mark-all-read.ts';
import { WaitingBell } from './waiting/bell.tsx';

/** What can be done with the list as a whole. */
export function ListActions(props: { workspaceId: string; filters: ReturnType<typeof toFilters>; isEmpty: boolean }) {
  const { workspaceId, filters, isEmpty } = props;
  const markAllRead = useMarkAllRead(workspaceId);
  return (
    <>
      <WaitingBell />
      {!isEmpty && (
        <>
          <Tooltip label="Mark all as read (Shift U)">
            <ActionIcon variant="default" size={36} aria-label="Mark all as read" onClick={markAllRead}>
              <Icon name="checks" />
            </ActionIcon>
          </Tooltip>
          <ExportMenu filters={filters} />
        </>
      )}
    </>
  );
}

function ExportMenu({ filters }: { filters: ReturnType<typeof toFilters> }) {
  return (
    <Menu position="bottom-end" width={250} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The filtered conversations, with all messages</Menu.Label>
        <Menu.Item component="a" href={exportAddress(filters, 'jsonl')} download>
          JSON Lines: one conversation per line
        </Menu.Item>
        <Menu.Item component="a" href={exportAddress(filters, 'csv')} download>
          CSV: one message per line
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
