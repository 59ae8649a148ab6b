/** Facts about a part, from its header. */
export interface PartHeader {
  /** Empty if it has none. */
  readonly name: string;
  /** Without folders; undefined for a field. */
  readonly fileName: string | undefined;
  /** In lower case, without parameters. */
  readonly contentType: string;
}

/** A parameter: a token, or a text in quotes, in which a backslash escapes a quote and itself. */
const parameter = /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;"]*))[^;]*/y;

/**
 * Reads the header of a part (RFC 7578, section 4). Returns undefined if it isn't a part of a form. A name in UTF-8 may
 * stand as it is, or as `filename*` (RFC 8187).
 */
export function readPartHeader(header: Buffer): PartHeader | undefined {
  const lines = header
    .toString('utf8')
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n');
  const headerOf = (name: string): string | undefined => {
    const line = lines.find((each) => each.slice(0, name.length + 1).toLowerCase() === `${name}:`);
    return line?.slice(name.length + 1).trim();
  };
  const disposition = headerOf('content-disposition');
  if (disposition === undefined || /[\r\n]/.test(disposition)) return undefined;
  const kind = /^[^;]*/.exec(disposition)?.[0] ?? '';
  if (kind.trim().toLowerCase() !== 'form-data') return undefined;
  const { name = '', filename, 'filename*': extended } = parametersOf(disposition.slice(kind.length));
  const fileName = decodeExtended(extended) ?? filename;
  const contentType = (headerOf('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  return { name, fileName: fileName && withoutFolders(fileName), contentType: contentType || 'text/plain' };
}

function parametersOf(text: string): Readonly<Partial<Record<string, string>>> {
  const found = new Map<string, string>();
  parameter.lastIndex = 0;
  for (let match = parameter.exec(text); match !== null; match = parameter.exec(text)) {
    const [, name = '', quoted, token = ''] = match;
    found.set(name.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token.trim());
  }
  return Object.fromEntries(found);
}

/** Decodes the value of `filename*`; undefined if it isn't UTF-8. */
function decodeExtended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(value ?? '')?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Some clients send a whole path, of their own system. */
function withoutFolders(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name === '.' || name === '..' ? '' : name;
}
