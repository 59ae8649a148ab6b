/** Stands for a real key until a request is sent. */
export const keyMark = '{key}';

/** Bytes for one connection, and the expected answers. */
export interface HostileCase {
  readonly name: string;
  readonly bytes: string | Buffer;
  /**
   * The statuses of all replies in order. The connection closes after them, so a smuggled request would cause an extra
   * reply.
   */
  readonly replies: readonly number[];
}

export const host = 'Host: parley.test\r\n';
export const json = `${host}Authorization: Bearer ${keyMark}\r\nContent-Type: application/json\r\n`;
export const body = '{"name":"a"}';
export const smuggled = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;

/** A POST with these framing headers, this content and a smuggled request after it. */
export const post = (framing: string, content: string, version = '1.1') =>
  `POST /api/agents HTTP/${version}\r\n${json}${framing}\r\n\r\n${content}${smuggled}`;

/** A GET of the health check, which closes the connection. */
export const get = (line: string, headers = host) => `${line}\r\n${headers}Connection: close\r\n\r\n`;

export const refused = [400];
