/** Path between a repository and a file on the web page of a server; `*` stands for the branch. */
const layouts: readonly (readonly [host: RegExp, path: string])[] = [
  [/^(www\.)?github\.com$/, '/blob/*/'],
  [/^gitlab\./, '/-/blob/*/'],
  [/^bitbucket\.org$/, '/src/*/'],
  [/^(codeberg\.org|gitea\..+|forgejo\..+)$/, '/src/branch/*/'],
];

/** Returns where people read a file of a repository; null for a server whose pages aren't known. */
export function viewUrl(repository: string, branch: string, path: string): string | null {
  const { origin, host, pathname } = new URL(repository);
  const layout = layouts.find(([pattern]) => pattern.test(host))?.[1];
  if (layout === undefined || (branch === 'HEAD' && layout.includes('branch'))) return null;
  const encoded = (text: string) => text.split('/').map(encodeURIComponent).join('/');
  return `${origin}${pathname.replace(/(\.git)?\/{0,100}$/, '')}${layout.replace('*', encoded(branch))}${encoded(path)}`;
}
