import { stringifySetCookie } from 'cookie';
import { sessionCookie } from './authenticate.ts';

/**
 * Returns the `Set-Cookie` value of a session; `maxAge` in seconds. `HttpOnly` and `SameSite=Strict` always; over https
 * also `Secure`, and bound to the host by its name.
 */
export function sessionCookieFor(token: string, maxAge: number, secure: boolean): string {
  const name = secure ? sessionCookie.secure : sessionCookie.plain;
  return stringifySetCookie({ name, value: token, maxAge, path: '/', httpOnly: true, secure, sameSite: 'strict' });
}
