import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { useMe, useWorkspace } from '../../../api/workspace.ts';

/** Returns a member's display name. Users who are not admins know only their own. */
export function useMemberName(workspaceId: string): (userId: string | null) => string {
  const me = useMe();
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === workspaceId)?.permissions ?? [];
  const { data } = useQuery({ ...queries.allMembers(workspaceId), enabled: permissions.includes('workspace:admin') });
  return (userId) => {
    if (userId === me.user._id) return 'You';
    const member = data?.find(({ user }) => user._id === userId);
    return member === undefined ? 'A member' : member.user.name || member.user.email;
  };
}
