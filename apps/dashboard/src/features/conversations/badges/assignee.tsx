import { VisuallyHidden } from '@mantine/core';
import { useMe } from '../../../api/workspace.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import css from './assignee.module.css';
import { useMemberName } from './use-member-name.ts';

/** Names the person who has taken over a conversation, in a list. Shows nothing if no person has. */
export function Assignee({ workspace, takenBy }: { workspace: string; takenBy: string | null }) {
  const me = useMe();
  if (takenBy === null) return null;
  return (
    <span className={css['assignee']} data-mine={takenBy === me.user._id || undefined}>
      <Icon name="person" size={13} />
      <span className={css['name']}>
        <VisuallyHidden component="span">With </VisuallyHidden>
        <Name workspace={workspace} takenBy={takenBy} />
      </span>
    </span>
  );
}

/** Apart, so that the members are read only if a conversation is with one. */
function Name({ workspace, takenBy }: { workspace: string; takenBy: string }) {
  return useMemberName(workspace)(takenBy);
}
