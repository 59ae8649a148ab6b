import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Lists the files of the repository that git tracks or would add, and that exist, by their paths from its root.
 * @param {...string} patterns git's pathspecs, such as `*.md`; all files by default
 */
export const listedFiles = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter(existsSync);
