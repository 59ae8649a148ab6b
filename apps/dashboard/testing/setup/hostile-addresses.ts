/**
 * Values of `next` that lead to `HOST` if a browser or the router follows them as they are: one of each shape. Tests put
 * a host into them.
 */
export const ofEachShape: readonly string[] = [
  'http://HOST/',
  '//HOST',
  '/\\HOST',
  '/\t/HOST',
  '/.//HOST',
  '@HOST',
  'javascript:location.href="http://HOST"',
  '"//HOST"',
  '["http://HOST"]',
];

/** Further values of these shapes. */
export const ofTheSameShapes: readonly string[] = [
  'HTTP://HOST/',
  'http:HOST',
  'http:/HOST',
  'http:\\\\HOST',
  '///HOST',
  '////HOST',
  '\\\\HOST',
  '\\/HOST',
  '/\n/HOST',
  '\t//HOST',
  ' //HOST',
  '\u0000//HOST',
  '/./\\HOST',
  '/agents/..//HOST',
  '/%2e//HOST',
  '/%2e%2e//HOST',
  '.HOST',
  'java\tscript:location.href="http://HOST"',
  'data:text/html,<script>location.href="http://HOST"</script>',
  '"http://HOST"',
  '{"href":"http://HOST"}',
];
