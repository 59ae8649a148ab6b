const target = /^\s{0,100}\.\. _(?:`([^`]{1,300})`|([^:`]{1,300})):\s{1,20}(\S{1,2000})\s*$/;
const substitution = /^\s{0,100}\.\. \|([^|]{1,300})\| replace::\s{1,20}(.{1,2000})$/;

/** The targets and substitutions that a text defines; they may be used before. */
export function readNames(lines: readonly string[]) {
  const targets = new Map<string, string>();
  const substitutions = new Map<string, string>();
  for (const line of lines) {
    const [, quoted, plain, address] = target.exec(line) ?? [];
    if (address !== undefined) targets.set((quoted ?? plain ?? '').toLowerCase(), address);
    const [, name, text] = substitution.exec(line) ?? [];
    if (name !== undefined && text !== undefined) substitutions.set(name, text);
  }
  return { targets, substitutions };
}
