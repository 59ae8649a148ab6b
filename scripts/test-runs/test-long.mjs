/**
 * The generated tests, as long as one wants: `npm run test:fuzz -- 100000`. Without a number, fifty times what
 * `npm run test:all` runs. `PARLEY_TEST_SEED` repeats a run that printed its seed.
 */
import { spawn } from 'node:child_process';

/** Factor by which a run without a number is larger than in `npm run test:all`. */
const times = 50;

/**
 * The kinds of tests: the files, the variable that holds the size, and the unit of the size. The usual sizes are in the
 * files.
 * @type {Record<string, { files: string, variable: string, counts: string }>}
 */
const kinds = {
  fuzz: { files: 'testing/fuzz', variable: 'PARLEY_TEST_RUNS', counts: 'requests per operation' },
  sockets: {
    files: 'testing/hostile/mutations',
    variable: 'PARLEY_TEST_RUNS',
    counts: 'broken requests',
  },
  property: { files: 'testing/property', variable: 'PARLEY_TEST_RUNS', counts: 'sequences' },
  differential: {
    files: 'testing/scale/differential',
    variable: 'PARLEY_TEST_OPERATIONS',
    counts: 'operations on both engines',
  },
  kills: { files: 'testing/crash/sigkill', variable: 'PARLEY_TEST_KILLS', counts: 'kills under writers' },
  'turn-kills': {
    files: 'testing/crash/turns',
    variable: 'PARLEY_TEST_TURN_KILLS',
    counts: 'kills in mid-turn',
  },
  'conversation-kills': {
    files: 'testing/crash/conversations',
    variable: 'PARLEY_TEST_CONVERSATION_KILLS',
    counts: 'kills while conversations are written',
  },
  'desk-kills': {
    files: 'testing/crash/desk',
    variable: 'PARLEY_TEST_DESK_KILLS',
    counts: 'kills while customers ask for a person',
  },
  'job-kills': {
    files: 'testing/crash/jobs',
    variable: 'PARLEY_TEST_JOB_KILLS',
    counts: 'kills of processes that run jobs',
  },
  'blob-kills': {
    files: 'testing/crash/blobs',
    variable: 'PARLEY_TEST_BLOB_KILLS',
    counts: 'kills of processes that store files',
  },
  'deletion-kills': {
    files: 'testing/crash/deletions',
    variable: 'PARLEY_TEST_DELETION_KILLS',
    counts: 'kills while a workspace and an account are deleted',
  },
  'sync-kills': {
    files: 'testing/crash/syncs',
    variable: 'PARLEY_TEST_SYNC_KILLS',
    counts: 'kills while knowledge sources are synced',
  },
  'tool-kills': {
    files: 'testing/crash/tool-calls',
    variable: 'PARLEY_TEST_TOOL_KILLS',
    counts: 'kills around the stages of tool calls',
  },
  'webhook-kills': {
    files: 'testing/crash/webhooks',
    variable: 'PARLEY_TEST_WEBHOOK_KILLS',
    counts: 'kills while a webhook is used',
  },
  'messenger-kills': {
    files: 'testing/crash/messengers',
    variable: 'PARLEY_TEST_MESSENGER_KILLS',
    counts: 'kills while a messenger is used',
  },
  drains: { files: 'testing/crash/drain', variable: 'PARLEY_TEST_DRAINS', counts: 'shutdowns under load' },
  'power-cuts': { files: 'testing/crash/power-cut', variable: 'PARLEY_TEST_CUTS', counts: 'power cuts' },
};

const [name = '', size] = process.argv.slice(2);
const kind = kinds[name];
if (kind === undefined || (size !== undefined && !/^[1-9]\d{0,8}$/.test(size))) {
  console.error(`Usage: npm run test:<${Object.keys(kinds).join('|')}> [-- <size>]`);
  process.exitCode = 2;
} else {
  console.log(`${name}: ${size ?? `${times} times as many`} ${kind.counts}`);
  const child = spawn(process.execPath, ['scripts/test.mjs', kind.files, '--once'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PARLEY_TESTS: 'all',
      ...(size === undefined ? { PARLEY_TEST_TIMES: String(times) } : { [kind.variable]: size }),
    },
  });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
