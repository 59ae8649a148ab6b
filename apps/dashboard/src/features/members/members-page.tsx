import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import css from './members-page.module.css';
import { MembersTable } from './members-table.tsx';
import { roles } from './roles.ts';

const InviteDialog = lazyNamed(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog));

/** Settings → Members: members, invitations and roles. */
export function MembersPage() {
  const { workspace, may } = useWorkspace();
  const [isInviting, inviting] = useDisclosure(false);
  const isAdmin = may('workspace:admin');
  const invite = isAdmin && (
    <Button leftSection={<Icon name="plus" />} onClick={inviting.open}>
      Invite
    </Button>
  );
  return (
    <Page title="Members" lead={`People in ${workspace.name} and what they may do.`} actions={invite}>
      {isAdmin ? (
        <People workspaceId={workspace._id} />
      ) : (
        <EmptyState icon="people" title="Members are managed by owners and admins">
          Your role here is {workspace.role}. Ask an owner or admin of {workspace.name} if you need another one.
        </EmptyState>
      )}
      <Section title="Roles" lead="A role change takes effect immediately, including for the member’s API keys.">
        <dl className={css['roles']}>
          {roles.map(({ role, label, may: allowed }) => (
            <div key={role}>
              <dt>{label}</dt>
              <dd>{allowed}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Suspense>{isInviting && <InviteDialog onClose={inviting.close} />}</Suspense>
    </Page>
  );
}

function People({ workspaceId }: { workspaceId: string }) {
  const members = useInfiniteQuery(queries.members(workspaceId));
  const invitations = useInfiniteQuery(queries.invitations(workspaceId));
  const error = members.error ?? invitations.error;
  return (
    <>
      {error !== null && (
        <ProblemNotice error={error} retry={() => void Promise.all([members.refetch(), invitations.refetch()])} />
      )}
      {members.isPending && <TableSkeleton rows={2} />}
      {members.data !== undefined && (
        <>
          <Total count={members.data.total} one="member" many="members" />
          <MembersTable members={members.data.items} />
          <LoadMore pages={members} shown={members.data.items.length} total={members.data.total} />
        </>
      )}
      {invitations.data !== undefined && invitations.data.items.length > 0 && (
        <Section
          title="Invitations"
          lead="Links that have not been used. Each expires after seven days."
          action={<Total count={invitations.data.total} one="invitation" many="invitations" />}
        >
          <InvitationsTable workspaceId={workspaceId} invitations={invitations.data.items} />
          <LoadMore pages={invitations} shown={invitations.data.items.length} total={invitations.data.total} />
        </Section>
      )}
    </>
  );
}

function Total({ count, one, many }: { count: number | undefined; one: string; many: string }) {
  if (count === undefined) return null;
  return <p className={css['total']}>{`${count.toLocaleString('en')} ${count === 1 ? one : many}`}</p>;
}
