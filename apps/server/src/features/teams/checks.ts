import { isDeepStrictEqual } from 'node:util';
import { answeringRoles, type Role } from '../../access/scopes.ts';
import { type ErrorDetail, invalid } from '../../errors.ts';
import { readOnlyFields, type Team, type TeamChanges, type TeamDraft } from './schema.ts';

/** Throws `validation_failed`, with the path of each, unless all members are in the workspace and may answer, once. */
export function checkMembers(members: TeamDraft['members'], rolesOf: ReadonlyMap<string, Role>): void {
  const seen = new Set<string>();
  const problems = members.flatMap(({ user }, at): ErrorDetail[] => {
    const message = seen.has(user) ? 'is a member of the team already' : problemOf(rolesOf.get(user));
    seen.add(user);
    return message === undefined ? [] : [{ path: `members.${at}.user`, message }];
  });
  if (problems.length > 0) throw invalid(problems);
}

function problemOf(role: Role | undefined): string | undefined {
  if (role === undefined) return 'is not a member of this workspace';
  return answeringRoles.includes(role) ? undefined : 'is a viewer, who cannot write in conversations';
}

/** Throws `read_only_field` unless fields that the service owns echo the stored values. */
export function checkReadOnly(team: Team, changes: TeamChanges): void {
  const wrong = readOnlyFields.filter(
    (field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], team[field]),
  );
  if (wrong.length === 0) return;
  throw invalid(
    wrong.map((path) => ({ path, message: 'is read-only' })),
    'read_only_field',
  );
}
