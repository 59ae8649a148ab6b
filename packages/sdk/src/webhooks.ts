import type {
  GivenHeaders,
  RawBody,
  Secrets,
  SignOptions,
  UnwrapOptions,
  WebhookEvent,
  WebhookHeaders,
} from './webhook-messages.ts';

/** Loaded with the first signature: a page needs none. */
const signatures = () => import('./webhook-signatures.ts');

/** Checks and makes signatures of Standard Webhooks 1.0. Needs no client and no API key. */
export const webhooks = {
  /**
   * Returns the event of a request from Parley. Throws a `ParleyError` with the code `invalid_webhook_signature` unless
   * it is signed with the secret, or one of several, and at most `tolerance` seconds old. Signatures are compared in
   * constant time.
   *
   * @example
   * const event = await webhooks.unwrap(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
   */
  // biome-ignore lint/complexity/useMaxParams: the order of the other clients that unwrap webhooks.
  unwrap: async (
    body: RawBody,
    headers: GivenHeaders,
    secret: Secrets | undefined,
    options: UnwrapOptions = {},
  ): Promise<WebhookEvent> => (await signatures()).unwrap(body, headers, secret, options),

  /**
   * Returns the headers that sign a body, for requests to Parley and for tests of your own receiver. With several
   * secrets, there is a signature by each.
   *
   * @example
   * const headers = await webhooks.sign(body, { secret, id: message.id });
   */
  sign: async (body: RawBody, options: SignOptions): Promise<WebhookHeaders> =>
    (await signatures()).sign(body, options),
};
