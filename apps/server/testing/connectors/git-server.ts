import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { listen } from '../outbound/world.ts';
import { tempFolder } from '../temp-folder.ts';

/** A repository on this machine, served by Git itself. */
export interface GitServer {
  readonly url: string;
  /** The setting that allows services to read it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Requests so far: method and path. */
  readonly requests: string[];
  /** The token that is demanded; none if it is undefined. */
  token: string | undefined;
  /** Commits files by their paths; null removes one. */
  commit(files: Readonly<Record<string, string | Buffer | null>>): void;
  /** Runs git in the repository. */
  git(...words: readonly string[]): string;
  close(): Promise<void>;
}

/** Starts a server with an empty repository. `filters` is false for one that only sends whole repositories. */
export async function startGitServer({ filters = true, format = 'sha1' } = {}): Promise<GitServer> {
  const root = tempFolder();
  const folder = join(root, 'docs');
  mkdirSync(folder);
  const environment = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'A' },
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: folder, env: environment, stdio: 'pipe', encoding: 'utf8' });
  git('init', '-q', '-b', 'main', `--object-format=${format}`);
  git('config', 'uploadpack.allowFilter', String(filters));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const given = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (made.token !== undefined && given.split(':')[1] !== made.token) response.writeHead(401).end();
    else backend(request, response, { ...environment, GIT_PROJECT_ROOT: root });
  });
  const port = await listen(server);
  const made: GitServer = {
    url: `http://127.0.0.1:${port}/docs`,
    environment: { PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` },
    requests,
    token: undefined,
    git,
    commit: (files) => {
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, path);
        if (content === null) rmSync(file);
        else {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      }
      git('add', '-A');
      git('commit', '-q', '-m', 'Change');
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}

/** Answers by git-http-backend, a CGI program. */
function backend(request: IncomingMessage, response: ServerResponse, environment: Record<string, string>): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://any');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      ...{ GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname, QUERY_STRING: search.slice(1) },
      ...{ REQUEST_METHOD: request.method ?? '', CONTENT_TYPE: request.headers['content-type'] ?? '' },
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
  });
  const parts: Buffer[] = [];
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.on('close', () => {
    const answer = Buffer.concat(parts);
    const end = answer.indexOf('\r\n\r\n');
    const lines = answer.subarray(0, end).toString().split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
    response.writeHead(Number(headers['Status']?.slice(0, 3) ?? 200), headers).end(answer.subarray(end + 4));
  });
}
