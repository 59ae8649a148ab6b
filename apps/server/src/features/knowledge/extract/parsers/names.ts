const extension = /\.[\w-]{1,10}$/;
const folders = /^.*[/\\]/s;

/** A title from a file's name or a page's URL, for a document without one. */
export function titleFrom({ fileName, url }: { fileName?: string | undefined; url?: string | undefined }): string {
  if (fileName !== undefined && fileName !== '')
    return fileName.replace(folders, '').replace(extension, '') || fileName;
  if (url === undefined || !URL.canParse(url)) return '';
  const { hostname, pathname } = new URL(url);
  return pathname === '/' ? hostname : `${hostname}${pathname}`;
}
