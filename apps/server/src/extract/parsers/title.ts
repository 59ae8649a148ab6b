import { parseUrl } from '../../parse-url.ts';

const extension = /\.[\w-]{1,10}$/;
const folders = /^.*[/\\]/s;

/** A title from a file's name or a page's URL, for a document without one. */
export function titleFrom({ fileName, url }: { fileName?: string | undefined; url?: string | undefined }): string {
  if (fileName !== undefined && fileName !== '')
    return fileName.replace(folders, '').replace(extension, '') || fileName;
  const parsed = url === undefined ? undefined : parseUrl(url);
  if (parsed === undefined) return '';
  const { hostname, pathname } = parsed;
  return pathname === '/' ? hostname : `${hostname}${pathname}`;
}
