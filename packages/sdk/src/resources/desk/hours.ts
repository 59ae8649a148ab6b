import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { WorkingHours, WorkingHoursSetParams } from '../../types.ts';

/** The methods of `client.workspaces.hours`. */
export const createWorkingHours = ({ call }: Api) => ({
  /** Gets the working hours, and whether it is open now. Without hours it is always open. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<WorkingHours> =>
    call('GET /api/workspaces/{id}/hours', { params: { id } }, options),

  /** Sets the working hours as a whole. Throws `BadRequestError` for periods that overlap. */
  set: (id: string, body: WorkingHoursSetParams, options?: RequestOptions): APIPromise<WorkingHours> =>
    call('PUT /api/workspaces/{id}/hours', { params: { id }, body }, options),

  /** Removes the working hours: then it is always open. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/workspaces/{id}/hours', { params: { id } }, options),
});
