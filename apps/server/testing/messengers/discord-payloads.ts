import { type KeyObject, randomBytes } from 'node:crypto';

/** The application of the tests. */
export const applicationId = '1203958129389124618';

/** Deviations from a command of Ada in a channel of a server. */
export interface InteractionDraft {
  readonly text?: string;
  readonly id?: string;
  readonly token?: string;
  readonly channel?: string;
  /** In place of or beside the documented fields. */
  readonly more?: object;
  /** Age of its signature, in ms. */
  readonly late?: number;
  /** Sent in place of the signed bytes. */
  readonly instead?: string;
  readonly key?: KeyObject;
}

let ids = 1_203_958_129_389_200_000n;

/** A new ID, larger than those before. */
export const snowflake = (): string => String(++ids);

/** A command as Discord documents it, in a channel of a server. */
export function commandOf({
  text = 'Hello',
  id = snowflake(),
  token,
  channel = '645027906669510667',
}: InteractionDraft) {
  return {
    ...{
      type: 2,
      version: 1,
      id,
      token: token ?? randomBytes(60).toString('base64url'),
      application_id: applicationId,
    },
    ...{ channel_id: channel, guild_id: '290926798626357999', context: 0, locale: 'en-US', guild_locale: 'en-US' },
    ...{ app_permissions: '442368', authorizing_integration_owners: { 0: '290926798626357999' }, entitlements: [] },
    member: {
      user: {
        id: '53908232506183680',
        username: 'ada',
        avatar: 'a_d5efa99b3eeaa7dd43acca82f5692432',
        global_name: 'Ada',
      },
      ...{ roles: ['539082325061836999'], premium_since: null, permissions: '2147483647', pending: false, nick: null },
      ...{ mute: false, joined_at: '2017-03-13T19:19:14.040000+00:00', is_pending: false, deaf: false },
    },
    data: { type: 1, id: '771825006014889984', name: 'ask', options: [{ type: 3, name: 'message', value: text }] },
  };
}
