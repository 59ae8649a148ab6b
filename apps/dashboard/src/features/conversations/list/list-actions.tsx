import { ActionIcon, Button } from '@mantine/core';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { exportAddress, type toFilters } from '../filters/list-search.ts';
import { WaitingBell } from '../waiting/bell.tsx';
import { useMarkAllRead } from './use-mark-all-read.ts';

/** Actions for the list as a whole. */
export function ListActions(props: { workspaceId: string; filters: ReturnType<typeof toFilters>; isEmpty: boolean }) {
  const { workspaceId, filters, isEmpty } = props;
  const markAllRead = useMarkAllRead(workspaceId);
  return (
    <>
      <WaitingBell />
      {!isEmpty && (
        <>
          <Tip label="Mark all as read (Shift U)">
            <ActionIcon variant="default" size={36} aria-label="Mark all as read" onClick={markAllRead}>
              <Icon name="checks" />
            </ActionIcon>
          </Tip>
          <ExportMenu filters={filters} />
        </>
      )}
    </>
  );
}

function ExportMenu({ filters }: { filters: ReturnType<typeof toFilters> }) {
  return (
    <ActionMenu
      width={250}
      entries={[
        { heading: 'The filtered conversations, with all messages' },
        { label: 'JSON Lines: one conversation per line', download: exportAddress(filters, 'jsonl') },
        { label: 'CSV: one message per line', download: exportAddress(filters, 'csv') },
      ]}
    >
      <Button variant="default" leftSection={<Icon name="download" />}>
        Export
      </Button>
    </ActionMenu>
  );
}
