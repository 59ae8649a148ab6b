import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { Availability, AvailabilityList, AvailabilitySetParams } from '../../types.ts';

/** The methods of `client.workspaces.availability`. */
export const createAvailability = ({ call }: Api) => ({
  /** Lists the people who may write in conversations, here or away. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<AvailabilityList> =>
    call('GET /api/workspaces/{id}/availability', { params: { id } }, options),

  /** Sets your own availability, or that of the person of the key. */
  set: (id: string, body: AvailabilitySetParams, options?: RequestOptions): APIPromise<Availability> =>
    call('PUT /api/workspaces/{id}/availability', { params: { id }, body }, options),
});
