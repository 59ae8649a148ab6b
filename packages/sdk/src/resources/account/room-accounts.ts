import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { RoomAccounts, RoomCode, RoomCodeCreateParams } from '../../types.ts';

/** The methods of `client.me.roomAccounts`; they require a session. */
export const createRoomAccounts = ({ call }: Api) => ({
  /** Creates a code that connects an account once it is sent to the bot of the room. */
  createCode: (body: RoomCodeCreateParams, options?: RequestOptions): APIPromise<RoomCode> =>
    call('POST /api/me/room-codes', { body, once: false }, options),

  /** Lists the connected accounts. */
  list: (options?: RequestOptions): APIPromise<RoomAccounts> => call('GET /api/me/room-accounts', {}, options),

  /** Disconnects an account. Throws `NotFoundError` if it isn't the user's. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/me/room-accounts/{id}', { params: { id } }, options),
});
