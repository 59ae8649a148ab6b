import { sessionCookie } from './authenticate.ts';

/**
 * The `Set-Cookie` value of a session; `maxAge` in seconds. `HttpOnly` and `SameSite=Strict` always; over https also
 * `Secure`, and bound to the host by its name.
 */
export function sessionCookieFor(token: string, maxAge: number, secure: boolean): string {
  const name = secure ? sessionCookie.secure : sessionCookie.plain;
  return `${name}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
