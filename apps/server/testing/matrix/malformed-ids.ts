/**
 * Malformed IDs, including ones that have fooled other services: literal parameters, SQL, prototypes, other alphabets.
 */
export const malformedIds = [
  'x',
  ':id',
  '*',
  "' or '1'='1",
  '" or ""="',
  '__proto__',
  'null',
  'undefined',
  '0',
  '-1',
  '%',
  '../agents',
  'a/b',
  'a\u0000b',
  'ａｇｅｎｔ_1',
  '{"$ne":null}',
  '[object Object]',
];
