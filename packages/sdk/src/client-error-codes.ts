/** The codes of errors that the client itself throws; the Python client has the same, except for the last two. */
export type ClientErrorCode =
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'missing_base_url'
  | 'invalid_base_url'
  | 'invalid_option'
  | 'invalid_argument'
  | 'connection_failed'
  | 'connection_timeout'
  | 'stream_interrupted'
  | 'stream_stalled'
  | 'stream_consumed'
  | 'invalid_response'
  | 'key_in_browser'
  | 'aborted';
