import { describe, it, onTestFinished, vi } from 'vitest';
import { type Play, says, startFakeProvider } from '../../apps/server/testing/servers/fake-provider.ts';
import { calls } from '../../apps/server/testing/servers/fake-tools.ts';
import type { Step } from './page.ts';
import { createPlace, python } from './place.ts';
import { openSession } from './session.ts';

// Each test starts programs as a user would.
vi.setConfig({ testTimeout: 180_000 });

const run = (code: string, output?: string): Step => ({ kind: 'run', code, output });
const serve = (code: string, port: string): Step => ({ kind: 'serve', code, port });

/** A fresh server with an owner, a key and an agent that repeats what it is told. */
const prepared: readonly Step[] = [
  serve('npm start', '3000'),
  run(`npx parley user create --email ada@example.com
export PARLEY_BASE_URL=http://127.0.0.1:3000
export PARLEY_API_KEY=$(npx parley key create --email ada@example.com --name examples --scopes workspace:admin)
export PARLEY_AGENT=$(curl -sf $PARLEY_BASE_URL/api/agents -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"name":"Support","model":"builtin/echo"}' | grep -o 'agent_[a-z0-9]*')`),
];

/** An example is copied out of the repository, and its client comes from the server. */
const copied = (example: string): Step => run(`cp -R examples/. ../examples && cd ../examples/${example}`);
const withTypeScript = run('npm install $(curl -s $PARLEY_BASE_URL/sdk/parley-sdk.txt)');
const withPython = run(`python3 -m venv .venv && . .venv/bin/activate
pip install -q -r $PARLEY_BASE_URL/sdk/parley-python.txt`);

async function runAll(...steps: readonly Step[]): Promise<void> {
  const place = createPlace();
  onTestFinished(place.close);
  const session = await openSession(place);
  onTestFinished(session.close);
  for (const step of steps) await session.run(step);
}

const follow = (...steps: readonly Step[]) => runAll(...prepared, ...steps);

/** Calls the first tool, and then repeats its result. */
const repeatsResult: Play = (response, asked) => {
  const last = asked.messages.at(-1);
  if (last?.role === 'tool') return says(`There is ${last.content}`)(response, asked);
  return calls([{ name: 'list_files', arguments: '{"ending":".md"}' }])(response, asked);
};

/** A question about two files, answered by a tool, once the agent has a model that calls it. */
async function asked(program: string, client: Step): Promise<void> {
  const provider = await startFakeProvider();
  onTestFinished(provider.close);
  provider.play('qwen3', repeatsResult);
  const ask = `${program} $PARLEY_AGENT ./handbook "What is there?"`;
  await runAll(
    run(`export PARLEY_PROVIDERS=local LOCAL_MODELS=qwen3 LOCAL_BASE_URL=${provider.url}`),
    ...prepared,
    copied('local-tool'),
    client,
    run(`curl -s -X PUT $PARLEY_BASE_URL/api/agents/$PARLEY_AGENT -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"model":"local/qwen3"}' > /dev/null
mkdir handbook && printf four > handbook/a.md && printf other > handbook/b.txt`),
    // Twice: the tool is created once.
    run(`${ask} 2> /dev/null && ${ask} 2>&1`, '…"a.md"…\nlist_files: …"a.md"…4…\nThere is …"a.md"…'),
    run(`${program} 2>&1 || echo "exit $?"`, 'Usage: …\nexit 2'),
  );
}

/** A dialogue in the terminal, its continuation, and what it says of wrong settings. */
const talked = (program: string): readonly Step[] => [
  run(
    `printf 'Where is my order?\\n\\nThanks\\n' | ${program} $PARLEY_AGENT | sed 's/you> //g' | tee said.txt`,
    `Where is my order?\nThanks\n\nContinue with: ${program} agent_… conv_…`,
  ),
  run(
    `printf 'Again\\n' | ${program} $PARLEY_AGENT $(grep -o 'conv_[a-z0-9]*' said.txt) | sed 's/you> //g'
curl -sf "$PARLEY_BASE_URL/api/conversations?includeTotal=true" -H "Authorization: Bearer $PARLEY_API_KEY" | grep -o '"total":[0-9]*'`,
    `Again\n\nContinue with: ${program} agent_… conv_…\n"total":1`,
  ),
  run(`printf 'Hello\\n' | ${program} agent_none 2>&1 | sed 's/you> //g'`, 'There is no such agent. (req_…)'),
  run(`PARLEY_API_KEY= ${program} $PARLEY_AGENT 2>&1 || echo "exit $?"`, '…PARLEY_API_KEY…\nexit 2'),
];

const post = (content: string, rest = '') => `curl -s -c visitor -b visitor http://127.0.0.1:3001/messages \\
  -H 'Content-Type: application/json' -d '{"content":"${content}","id":"${content.length}"}' ${rest}`;

/** A visitor's dialogue, in one conversation, and messages that are refused. */
const visited: readonly Step[] = [
  run('curl -sf http://127.0.0.1:3001/ | grep -c "<form>"', '1'),
  run(post('Where is my order?'), 'Where is my order?'),
  run(post('And when will it be here?'), 'And when will it be here?'),
  run(
    `curl -sf "$PARLEY_BASE_URL/api/conversations?includeTotal=true" -H "Authorization: Bearer $PARLEY_API_KEY" \\
  | grep -o '"total":[0-9]*'`,
    '"total":1',
  ),
  run(post('   ', "-w '%{http_code}'"), '{"error":…"This message is not valid."}400'),
  run(`curl -s -X PUT $PARLEY_BASE_URL/api/agents/$PARLEY_AGENT -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"status":"inactive"}' > /dev/null`),
  run(post('Hello', "-w '%{http_code}'"), '{"error":…"The chat is not available now."}502'),
];

const needsPython = python === undefined;

/** Each example starts programs for some seconds, so `npm test` runs the first one alone. */
const nightly = { tags: 'nightly' };

describe('the terminal chat', () => {
  it('in TypeScript', () => follow(copied('terminal-chat'), withTypeScript, ...talked('node chat.mjs')));
  it.skipIf(needsPython)('in Python', nightly, () =>
    follow(copied('terminal-chat'), withPython, ...talked('python3 chat.py')),
  );
});

describe('the local tool', nightly, () => {
  it('in TypeScript', () => asked('node files.mjs', withTypeScript));
  it.skipIf(needsPython)('in Python', () => asked('python3 files.py', withPython));
});

describe('the support bot', nightly, () => {
  it('behind Fastify', () =>
    follow(
      run('ln -s "$PWD/node_modules" ../installed'),
      copied('support-bot/fastify'),
      // Its package.json names the server's default address, and Fastify would come from a registry.
      run(`mkdir node_modules && for name in ../../../installed/*; do ln -s "$(realpath $name)" node_modules/; done
rm node_modules/@parley && mkdir node_modules/@parley
curl -sfL $PARLEY_BASE_URL/sdk/parley-sdk.tgz | tar -xz && mv package node_modules/@parley/sdk`),
      serve('PORT=3001 node server.mjs', '3001'),
      ...visited,
    ));
  it.skipIf(needsPython)("behind Python's http.server", () =>
    follow(copied('support-bot/http-server'), withPython, serve('PORT=3001 python3 server.py', '3001'), ...visited),
  );
});

describe('answers from files', nightly, () => {
  it('adds, replaces and deletes sources as the files of a folder, and quotes them', () =>
    follow(
      copied('answers-from-files'),
      withTypeScript,
      run(`curl -s -X PUT $PARLEY_BASE_URL/api/agents/$PARLEY_AGENT -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"model":"builtin/extract"}' > /dev/null
mkdir handbook && cd handbook
echo 'Employees have thirty days off. They are paid.' > leave.md
echo 'The canteen opens at noon.' > canteen.txt
echo 'not a document' > notes.xyz && cd ..`),
      run(
        'node answers.mjs $PARLEY_AGENT ./handbook "How many days off do employees have?"',
        'Adding canteen.txt\nAdding leave.md\nEmployees have thirty days off. They are paid.\nleave…: “Employees have thirty days off. They are paid.”',
      ),
      run('node answers.mjs $PARLEY_AGENT ./handbook | wc -l', '0'),
      run(
        `echo 'Employees have forty days off.' > handbook/leave.md && rm handbook/canteen.txt
node answers.mjs $PARLEY_AGENT ./handbook "How many days off do employees have?"`,
        'Replacing leave.md\nDeleting canteen…\nEmployees have forty days off.\nleave…: “Employees have forty days off.”',
      ),
      run(
        `printf '%%PDF-1.7 broken' > handbook/broken.pdf
node answers.mjs $PARLEY_AGENT ./handbook "When does the canteen open?" 2>&1`,
        'Adding broken.pdf\nThe knowledge source failed: …\nI have found nothing about that in my knowledge sources.',
      ),
      run('node answers.mjs 2>&1 || echo "exit $?"', 'Usage: …\nexit 2'),
    ));
});

describe('the site with a chat', nightly, () => {
  const identity = (cookie: string) => `curl -s -b session=${cookie} http://127.0.0.1:3001/chat-identity`;
  const enter = (proof: string) => `curl -s $PARLEY_BASE_URL/api/channels/$PARLEY_CHANNEL/visitors \\
  -H 'Content-Type: application/json' -d '{"origin":"http://127.0.0.1:3001","identity":"'${proof}'"}' \\
  | grep -o '"visitor":{[^}]*}\\|"code":"[^"]*"'`;

  it('shows the widget under a strict policy, and proves who is signed in', () =>
    follow(
      copied('website-chat'),
      run('node server.mjs 2>&1 || echo "exit $?"', 'Set PARLEY_BASE_URL, …\nexit 2'),
      run(`curl -sf $PARLEY_BASE_URL/api/agents/$PARLEY_AGENT/channels -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"type":"widget","settings":{"allowedOrigins":["http://127.0.0.1:3001"]}}' > channel.json
export PARLEY_CHANNEL=$(grep -o 'channel_[a-z0-9]*' channel.json | head -n 1)
export PARLEY_IDENTITY_SECRET=$(grep -o 'parley_identity_[^"]*' channel.json)`),
      serve('PORT=3001 node server.mjs', '3001'),
      run(
        `curl -s -D headers http://127.0.0.1:3001/ | grep -o '<script async[^>]*>'
grep -io "script-src.*" headers`,
        `<script async src="http://127.0.0.1:3000/widget.js" data-channel="channel_…">
script-src 'self' http://127.0.0.1:3000; frame-src http://127.0.0.1:3000`,
      ),
      run(`${identity('none')} -w '%{http_code}'`, '204'),
      run(
        `curl -s -o /dev/null -w '%{http_code}' -c cookies -d name=Nobody http://127.0.0.1:3001/sign-in
curl -s -o /dev/null -w '%{http_code}' -c cookies -d name=Ada http://127.0.0.1:3001/sign-in
export SESSION=$(grep -o '[0-9a-f-]*$' cookies | tail -n 1)`,
        '303303',
      ),
      run(
        enter(`$(${identity('$SESSION')})`),
        '"visitor":{"id":"customer-1","name":"Ada","verified":true,"form":null}',
      ),
      run(enter('forged.by.hand'), '"code":"invalid_identity"'),
      run(
        `curl -s -X POST -b session=$SESSION http://127.0.0.1:3001/sign-out
${identity('$SESSION')} -w '%{http_code}'`,
        '204',
      ),
      run("curl -s -w '%{http_code}' http://127.0.0.1:3001/toString", 'Not found404'),
    ));
});

describe('the nightly export', nightly, () => {
  const say = (content: string, path: string) =>
    run(`curl -sf $PARLEY_BASE_URL/api/${path} -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H 'Content-Type: application/json' -d '{"content":"${content}"}' > said.json
export CONVERSATION=$(grep -o 'conv_[a-z0-9]*' said.json | head -n 1)`);
  /** Exports with a clock that is ahead, and prints how often the new file has a text. */
  const exports = (minutes: number, text: string) =>
    `NODE_OPTIONS="--import data:text/javascript,Date.now=()=>$(( ($(date +%s) + ${minutes * 60}) * 1000 ))" \\
  node export.mjs ./backup && cat "$(ls backup/*.jsonl | tail -n 1)" | { grep -o '"content":"${text}"' || true; } | wc -l`;

  it('writes each change once, and misses no message', () =>
    follow(
      copied('nightly-export'),
      withTypeScript,
      say('Where is my order?', 'agents/$PARLEY_AGENT/chat'),
      run(exports(30, 'Where is my order?'), 'conversations-….jsonl: 1 conversations\n2'),
      run(exports(31, 'Where is my order?'), 'conversations-….jsonl: 0 conversations\n0'),
      // Half an hour before the end of that run, as if this server's clock went wrong.
      say('Is it late?', 'conversations/$CONVERSATION/messages'),
      run(exports(24 * 60, 'Is it late?'), 'conversations-….jsonl: 1 conversations\n2'),
      run(exports(24 * 60 + 1, 'Is it late?'), 'conversations-….jsonl: 0 conversations\n0'),
      run('cat backup/*.jsonl | wc -l', '2'),
      run('PARLEY_BASE_URL=http://127.0.0.1:9 node export.mjs ./lost 2>&1 || echo "exit $?"', "Can't reach …\nexit 1"),
      run('ls lost | wc -l', '0'),
      run('node export.mjs 2>&1 || echo "exit $?"', 'Usage: …\nexit 2'),
      run('node export.mjs ./lost yesterday 2>&1 || echo "exit $?"', 'Usage: …\nexit 2'),
    ));
});
