/** `Firefox on Linux`, from the user agent string. */
export function browserName(userAgent: string): string {
  const browsers = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ] as const;
  const systems = [
    ['Windows', 'Windows'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android'],
    ['Mac OS', 'macOS'],
    ['Linux', 'Linux'],
  ] as const;
  const find = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = find(browsers) ?? (userAgent.split('/')[0] || 'Unknown browser');
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
