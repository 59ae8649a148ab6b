/**
 * The codes of errors that the client itself throws. The Python client has the same except for the last two, and
 * `client_closed`. The service's are `ErrorCode`.
 */
export const clientErrorCodes = [
  'missing_api_key',
  'invalid_api_key',
  'missing_base_url',
  'invalid_base_url',
  'invalid_option',
  'invalid_argument',
  'connection_failed',
  'connection_lost',
  'connection_timeout',
  'stream_interrupted',
  'stream_stalled',
  'stream_consumed',
  'invalid_response',
  'source_failed',
  'wait_timeout',
  'invalid_webhook_signature',
  'key_in_browser',
  'aborted',
] as const;

/** A code of an error that the client itself throws, for programs to branch on. */
export type ClientErrorCode = (typeof clientErrorCodes)[number];
