import { useQuery } from '@tanstack/react-query';
import { deskQueries } from '../../api/queries/desk-queries.ts';

/** A person who may write in conversations, or a member of a team who may not any more. */
export interface Person {
  readonly user: string;
  readonly name: string;
  readonly isHere: boolean;
  /** False for viewers and suspended people, who stay in their teams. */
  readonly mayAnswer: boolean;
}

/** The people who may write in conversations, and a function that finds one by the ID. */
export function usePeople(workspaceId: string) {
  const { data } = useQuery(deskQueries.people(workspaceId));
  const people: readonly Person[] | undefined = data?.map(({ user, name, state }) => ({
    ...{ user, name, isHere: state === 'here', mayAnswer: true },
  }));
  return {
    people,
    find: (user: string): Person =>
      people?.find((each) => each.user === user) ?? {
        ...{ user, name: people === undefined ? '…' : 'A member without access', isHere: false },
        mayAnswer: people === undefined,
      },
  };
}
