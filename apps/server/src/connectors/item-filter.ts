import { compileGlobs } from '../crawl/site/globs.ts';
import type { Connecting } from './connector.ts';

/** Formats of documents; other files, such as source code and pictures, are read only if a pattern includes them. */
const documentPatterns = [
  ...['md', 'mdx', 'markdown', 'txt', 'rst', 'adoc', 'org', 'html', 'htm', 'csv', 'tsv'],
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'rtf'],
].flatMap((extension) => [`*.${extension}`, `*.${extension.toUpperCase()}`]);

/** Returns a test of paths: documents unless there are other patterns, in the folder if there is one. */
export function createItemFilter({
  connection,
  include,
  exclude,
}: Pick<Connecting, 'connection' | 'include' | 'exclude'>) {
  const isIncluded = compileGlobs(include.length === 0 ? documentPatterns : include);
  const isExcluded = compileGlobs(exclude);
  const folder = folderOf(connection.folder);
  return (path: string): boolean => {
    if (!path.startsWith(folder)) return false;
    // The patterns compare paths of URLs.
    const url = new URL('http://any');
    url.pathname = `/${path.split('/').map(encodeURIComponent).join('/')}`;
    return isIncluded(url) && !isExcluded(url);
  };
}

/** Returns a folder without a slash at its start and with one at its end; empty for none. */
export function folderOf(folder: string | null): string {
  const path = (folder ?? '').replace(/^\/+/, '');
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}
