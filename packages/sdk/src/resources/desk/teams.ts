import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { Team, TeamCreateParams, TeamListParams, TeamUpdateParams } from '../../types.ts';

/** Teams, which share conversations among their members. */
export type Teams = ReturnType<typeof createTeams>;

/** The methods of `client.teams`. */
export const createTeams = ({ call, list }: Api) => ({
  /**
   * Creates a team of people who may write in conversations. Throws `ConflictError` if there is one of the same name.
   *
   * @example
   * const team = await client.teams.create({ name: 'Orders', members: [{ user, limit: 5 }], answerWithin: 300 });
   */
  create: (body: TeamCreateParams, options?: RequestOptions): APIPromise<Team> =>
    call('POST /api/teams', { body }, options),

  /** Gets a team with its members. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Team> =>
    call('GET /api/teams/{id}', { params: { id } }, options),

  /** Changes a team; fields that are left out stay, and `members` are replaced as a whole. */
  update: (id: string, body: TeamUpdateParams, options?: RequestOptions): APIPromise<Team> =>
    call('PUT /api/teams/{id}', { params: { id }, body }, options),

  /** Deletes a team. Its members stay in the workspace. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/teams/{id}', { params: { id } }, options),

  /** Lists teams, newest first unless `sort` says otherwise. */
  list: (query: TeamListParams = {}, options?: RequestOptions): PagePromise<Team> =>
    list('GET /api/teams', { query }, options),
});
