/** The languages of the code that proves who a visitor is. */
export const identityLanguages = ['TypeScript', 'Python'] as const;
export type IdentityLanguage = (typeof identityLanguages)[number];

/** Code of the customer's server: a token for the signed-in user, valid for ten minutes. */
export const identityCode: Readonly<Record<IdentityLanguage, string>> = {
  TypeScript: `// npm install jose
import { SignJWT } from 'jose';

const secret = new TextEncoder().encode(process.env.PARLEY_IDENTITY_SECRET);

export const identityOf = (user: { id: string; name: string }) =>
  new SignJWT({ name: user.name })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(user.id)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(secret);`,
  Python: `# pip install pyjwt
import os
import time

import jwt


def identity_of(user_id: str, name: str) -> str:
    now = int(time.time())
    claims = {"sub": user_id, "name": name, "iat": now, "exp": now + 600}
    return jwt.encode(claims, os.environ["PARLEY_IDENTITY_SECRET"], algorithm="HS256")`,
};

/** Code of the page around a widget: hands the token to the chat. */
export const identityInPage = `<script>
  window.parley = window.parley || [];
  parley.push(['setUser', 'THE TOKEN FROM YOUR SERVER']);
</script>`;
