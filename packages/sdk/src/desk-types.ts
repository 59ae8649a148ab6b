import type { Body, Data, Query } from './core/endpoint.ts';

/** A team of a workspace, which shares conversations among its members. */
export interface Team extends Data<'GET /api/teams/{id}'> {}
/** A member of a team, and the max of its open conversations. */
export type TeamMember = Team['members'][number];
/** The fields of a new team; `name` and `members` are required. */
export interface TeamCreateParams extends Body<'POST /api/teams'> {}
/** Changes of a team; fields that are left out stay. Read-only fields are accepted with their current value. */
export interface TeamUpdateParams extends Body<'PUT /api/teams/{id}'> {}
/** Filters and order of the list of teams. */
export interface TeamListParams extends Query<'GET /api/teams'> {}
