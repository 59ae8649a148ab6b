/** A part of a multipart body, as it is written. */
export interface WrittenPart {
  readonly name?: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

const escaped = (text: string) => text.replaceAll('"', '%22');

/** Writes a multipart body with the boundary, part by part, so that a test can leave something out. */
export function formBytes(parts: readonly WrittenPart[], { boundary = 'limit', end = true } = {}): Buffer {
  const written = parts.flatMap(({ name, fileName, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data`,
    name === undefined ? '' : `; name="${escaped(name)}"`,
    fileName === undefined ? '' : `; filename="${escaped(fileName)}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...written, end ? `--${boundary}--\r\n` : ''].map((part) => Buffer.from(part as string)));
}

/** The header of a multipart body. */
export const formType = (boundary = 'limit') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });

/** A value as the text of a part. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The parts of a form's fields; a list is a repeated part. */
export const partsOf = (fields: object): WrittenPart[] =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => ({ name, content: textOf(each) })));
