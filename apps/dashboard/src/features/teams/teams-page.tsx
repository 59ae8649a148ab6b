import { ActionIcon, Button } from '@mantine/core';
import type { Team } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { deskQueries } from '../../api/queries/desk-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { Face } from '../../ui/page/face.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { assignmentLabel, timeWords } from './team-words.ts';
import css from './teams.module.css';
import { type Person, usePeople } from './use-people.ts';

const TeamDialog = lazyNamed(() => import('./team-dialog.tsx').then((module) => module.TeamDialog));

/** Settings → Teams: who shares which conversations, and who of them is here. */
export function TeamsPage() {
  const { workspace, may } = useWorkspace();
  const [opened, setOpened] = useState<Team | 'new'>();
  const { data: teams, error, refetch } = useQuery(deskQueries.teams(workspace._id));
  const people = usePeople(workspace._id);
  const isAdmin = may('workspace:admin');
  const add = isAdmin && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setOpened('new')}>
      New team
    </Button>
  );
  return (
    <Page title="Teams" lead="Groups of people who share the conversations that need a person." actions={add}>
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {teams === undefined && error === null && <TableSkeleton rows={3} />}
      {teams?.length === 0 && <NoTeams people={people.people ?? []} action={add} isAdmin={isAdmin} />}
      {teams !== undefined && teams.length > 0 && (
        <ul className={css['teams']} aria-label="Teams">
          {teams.map((team) => (
            <TeamCard
              key={team._id}
              team={team}
              members={team.members.map(({ user, limit }) => ({ ...people.find(user), limit }))}
              onEdit={isAdmin ? setOpened : undefined}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {opened !== undefined && (
          <TeamDialog
            workspaceId={workspace._id}
            team={opened === 'new' ? undefined : opened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** Max people whose faces the empty page and a team show. */
const maxFaces = 8;

function NoTeams(props: { people: readonly Person[]; action: React.ReactNode; isAdmin: boolean }) {
  const { people, action, isAdmin } = props;
  return (
    <EmptyState
      icon="people"
      title="No teams yet"
      action={
        <>
          {people.length > 0 && (
            <div className={css['faces']}>
              {people.slice(0, maxFaces).map(({ user, name }) => (
                <Face key={user} id={user} name={name} size={32} />
              ))}
            </div>
          )}
          {action}
        </>
      }
    >
      {`Conversations that need a person go to anyone who is here. A team keeps its subject to the people who know it, and hands on what is not answered.${isAdmin ? '' : ' Owners and admins create teams.'}`}
    </EmptyState>
  );
}

interface TeamCardProps {
  readonly team: Team;
  readonly members: readonly (Person & { readonly limit: number | null })[];
  /** Undefined for users who may not change teams. */
  readonly onEdit: ((team: Team) => void) | undefined;
}

function TeamCard({ team, members, onEdit }: TeamCardProps) {
  const { name, assignment, answerWithin } = team;
  const here = members.filter(({ isHere }) => isHere).length;
  const facts = [assignmentLabel(assignment), answerWithin !== null && `hands on after ${timeWords(answerWithin)}`];
  return (
    <li className={css['team']}>
      <div className={css['teamHead']}>
        <div className={css['words']}>
          <h2 className={css['name']} dir="auto">
            {name}
          </h2>
          <p className={css['note']}>{facts.filter((fact) => fact !== false).join(', ')}</p>
        </div>
        <span className={css['here']} data-here={here > 0 || undefined}>
          {`${here} of ${members.length} here`}
        </span>
        {onEdit !== undefined && <TeamMenu team={team} onEdit={onEdit} />}
      </div>
      {members.length === 0 ? (
        <p className={css['alone']}>
          <Icon name="warning" size={14} /> No member is left. Conversations of this team wait.
        </p>
      ) : (
        <ul className={css['chips']} aria-label={`Members of ${name}`}>
          {members.map((member) => (
            <MemberChip key={member.user} {...member} />
          ))}
        </ul>
      )}
    </li>
  );
}

function MemberChip({ user, name, isHere, mayAnswer, limit }: TeamCardProps['members'][number]) {
  const state = mayAnswer ? (isHere ? 'here' : 'away') : 'gets no conversations';
  return (
    <li className={css['chip']} data-here={isHere || undefined}>
      <Face id={user} name={name} size={22} />
      <span className={css['chipName']} dir="auto">
        {name}
      </span>
      <span className={css['state']}>{limit === null ? state : `${state}, up to ${limit}`}</span>
    </li>
  );
}

function TeamMenu({ team, onEdit }: { team: Team; onEdit: (team: Team) => void }) {
  return (
    <ActionMenu
      entries={[
        { label: 'Edit…', icon: 'pencil', onClick: () => onEdit(team) },
        {
          label: 'Delete…',
          icon: 'trash',
          isDestructive: true,
          onClick: () => void import('./delete-team.ts').then(({ deleteTeam }) => deleteTeam(team)),
        },
      ]}
    >
      <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${team.name}`}>
        <Icon name="dots" />
      </ActionIcon>
    </ActionMenu>
  );
}
