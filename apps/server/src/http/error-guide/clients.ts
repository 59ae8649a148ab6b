/** Cause of an error that a client raises itself, and the action that solves it. */
interface ClientEntry {
  readonly cause: string;
  readonly cure: string;
}

/**
 * The codes that the clients raise themselves: they have no status, or that of something which isn't Parley. A test of
 * the TypeScript client compares them with what it declares.
 */
export const clientGuide: Readonly<Record<string, ClientEntry>> = {
  missing_api_key: {
    cause: 'Neither the option nor `PARLEY_API_KEY` has a key.',
    cure: 'Create a key in the dashboard under Settings, API Keys, and set `PARLEY_API_KEY`.',
  },
  invalid_api_key: {
    cause: 'The key has a character that no key has, such as a blank or a line break.',
    cure: 'Copy the key again: it is printable ASCII without spaces.',
  },
  missing_base_url: {
    cause: 'Neither the option nor `PARLEY_BASE_URL` has the address of the instance.',
    cure: 'Set `PARLEY_BASE_URL` to the address that opens the dashboard.',
  },
  invalid_base_url: {
    cause: 'The address is not an absolute http or https URL, or has a user name, a query or a fragment.',
    cure: 'Set the address of the instance alone, without `/api`.',
  },
  invalid_option: {
    cause: 'An option of the client or of a call has a value that it can’t have.',
    cure: 'Correct the option that the error names.',
  },
  invalid_argument: {
    cause: 'An argument can’t be sent, such as an empty ID.',
    cure: 'Correct the argument that the error names.',
  },
  connection_failed: {
    cause:
      'The instance can’t be reached. In browsers also: the connection broke before the response, which they don’t tell apart.',
    cure: 'Check the address and the network. If the request is safe to repeat, the client has already repeated it.',
  },
  connection_lost: {
    cause:
      'The connection was cut after the request was sent and before its whole response: a change may have happened.',
    cure: 'Read what you wanted to change, or repeat the request with the same idempotency key.',
  },
  connection_timeout: {
    cause: 'There was no complete response within the timeout.',
    cure: 'Repeat the request with the same idempotency key, or allow a longer timeout.',
  },
  stream_interrupted: {
    cause: 'A stream broke, and could not be resumed.',
    cure: 'Follow the conversation: the reply is written to its end and stored.',
  },
  stream_stalled: {
    cause: 'A stream brought nothing for 45 s, although the server sends a sign of life every 15 s.',
    cure: 'Look for a proxy that buffers responses, and turn that off for `/api`.',
  },
  stream_consumed: {
    cause: 'A stream was read a second time.',
    cure: 'Keep what the first reading returned, or send the request again.',
  },
  invalid_response: {
    cause: 'Something else than Parley answered, such as the HTML page of a proxy.',
    cure: 'Check the address: it is that of the instance, without `/api`, and no redirect leads there.',
  },
  source_failed: {
    cause: 'The sync of a source that the program waited for has failed.',
    cure: 'Do what the error’s sentence and hint say, then sync the source again.',
  },
  wait_timeout: {
    cause: 'A source was not ready within the time that the program waits for it. The sync goes on.',
    cure: 'Wait longer, or retrieve the source later.',
  },
  invalid_webhook_signature: {
    cause:
      'A webhook isn’t signed with the secret, is older than five minutes, or its body was changed by a JSON parser.',
    cure: 'Pass the body as it arrived and the secret of the channel; compare the clocks.',
  },
  key_in_browser: {
    cause: 'The TypeScript client has a secret key in a browser, where every visitor can read it.',
    cure: 'Call the instance from your own server, or pass `dangerouslyAllowBrowser` on a page that only people open who may know the key.',
  },
  aborted: {
    cause: 'The `signal` of the TypeScript client’s call was aborted.',
    cure: 'Nothing: your program asked for it.',
  },
  client_closed: {
    cause: 'The Python client was used after it was closed.',
    cure: 'Create another client, or close it later.',
  },
};

/** The text of the pages above these codes. */
export const clientIntroduction =
  'The clients raise these themselves, in both languages with the same code. They have no status, or that of something which is not Parley.';
