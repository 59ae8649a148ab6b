import { exampleFile, type SampleCall } from './call.ts';

/** From so many characters on, JSON is written over several lines. */
const longJson = 60;

/** Writes a call as a person would type it into a shell; the address and the key come from the environment. */
export function curlSample(call: SampleCall): string {
  const whole = command(call, call.body, []);
  const note = notes[call.credential];
  const lines = note === undefined ? whole : `${note}\n${whole}`;
  if (call.clientStream === undefined) return lines;
  return `${lines}\n\n# The same, while it is written:\n${command(call, { ...call.body, stream: true }, ['-N'])}`;
}

const notes: Readonly<Record<SampleCall['credential'], string | undefined>> = {
  key: undefined,
  session: '# For people, not for keys: cookies.txt has the session of POST /api/session.',
  none: undefined,
};

function command(call: SampleCall, body: SampleCall['body'], options: readonly string[]): string {
  const { method, credential, result } = call;
  // A POST without fields has a body, too.
  const hasBody = !call.hasFile && (method === 'POST' || Object.keys(body).length > 0);
  const usual = hasBody ? 'POST' : 'GET';
  const endless = result.kind === 'stream' || result.kind === 'events' ? ['-N'] : [];
  const parts = [
    ['curl', ...options, ...endless, ...(method === usual ? [] : ['-X', method]), `"${urlOf(call)}"`].join(' '),
    ...(credential === 'key' ? ['-H "Authorization: Bearer $PARLEY_API_KEY"'] : []),
    ...(credential === 'session' ? ['-b cookies.txt -H "Origin: $PARLEY_BASE_URL"'] : []),
    ...(call.signsIn ? ['-c cookies.txt'] : []),
    ...(hasBody ? [`--json ${quoted(body)}`] : []),
    ...(call.hasFile ? [`-F 'file=@${exampleFile}'`] : []),
    ...(result.kind === 'text' ? [`-o conversations.${String(call.query['format'] ?? 'jsonl')}`] : []),
  ];
  return parts.join(' \\\n  ');
}

function urlOf({ path, params, query }: SampleCall): string {
  const filled = params.reduce((url, { name, value }) => url.replace(`{${name}}`, encodeURIComponent(value)), path);
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `$PARLEY_BASE_URL${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function quoted(body: SampleCall['body']): string {
  const short = JSON.stringify(body);
  const text = short.length > longJson ? JSON.stringify(body, null, 2).replaceAll('\n', '\n  ') : short;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
