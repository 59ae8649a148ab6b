import { useQuery } from '@tanstack/react-query';
import { deskQueries } from '../../../api/queries/desk-queries.ts';
import { queries } from '../../../api/queries.ts';
import { useMe, useWorkspace } from '../../../api/workspace.ts';

/**
 * Returns a member's display name. Users who are not admins know the names of those who may write in conversations, but
 * not the members.
 */
export function useMemberName(workspaceId: string): (userId: string | null) => string {
  const me = useMe();
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === workspaceId)?.permissions ?? [];
  const isAdmin = permissions.includes('workspace:admin');
  const { data } = useQuery({ ...queries.allMembers(workspaceId), enabled: isAdmin });
  const { data: people } = useQuery({
    ...deskQueries.people(workspaceId),
    enabled: !isAdmin && permissions.length > 0,
  });
  return (userId) => {
    if (userId === me.user._id) return 'You';
    const member = data?.find(({ user }) => user._id === userId);
    const named = member?.user.name || member?.user.email || people?.find(({ user }) => user === userId)?.name;
    return named || 'A member';
  };
}
