// @module-tag pure

import { expect, it } from 'vitest';
import { looksLike, needsOf, readConsole, readSteps, without } from './page.ts';

const fence = '```';

it('reads commands, their outputs, servers, files and stops in the order of the page', () => {
  const page = `
<!-- run: serve 3000 -->
${fence}sh
npm start
${fence}

${fence}sh
echo "$HOME"
${fence}

${fence}text
/home/…
${fence}

<!-- run: file a.mjs -->
${fence}ts
console.log(1);
${fence}

<!-- run: no, because it needs a key -->
${fence}sh
false
${fence}

<!-- run: stop 3000 -->

${fence}sh
true
${fence}
`;
  expect(readSteps(page)).toMatchObject([
    { kind: 'serve', code: 'npm start\n', port: '3000' },
    { kind: 'run', code: 'echo "$HOME"\n', output: '/home/…\n' },
    { kind: 'file', code: 'console.log(1);\n', name: 'a.mjs' },
    { kind: 'stop', port: '3000' },
    { kind: 'run', code: 'true\n', output: undefined },
  ]);
});

it('refuses a block that is neither run nor excused', () => {
  expect(() => readSteps(`${fence}python\nprint(1)\n${fence}\n`)).toThrow('neither run nor excused');
});

it('reads the commands of console blocks with their outputs', () => {
  const page = `# P\n\n${fence}console\n$ one \\\n    | two\nuser_01m835v9h5e9c8mey2 x\n\n$ three\n${fence}\n\n${fence}console\n$ four\n4\n5\n${fence}\n`;
  expect(readConsole(page)).toEqual([
    { code: 'one \\\n    | two', output: 'user_… x\n\n' },
    { code: 'three', output: undefined },
    { code: 'four', output: '4\n5\n' },
  ]);
  expect(readConsole(`${fence}sh\n$ one\n${fence}\n`)).toEqual([]);
});

it.each([
  ['one\ntwo\n', 'one\ntwo', true],
  ['one 17 two', 'one … two', true],
  ['first\nany\nlines\nlast', 'first\n…\nlast', true],
  ['first\nlast', 'first\n…\nlast', false],
  ['one (two)', 'one (two)', true],
  ['one two', 'one (two)', false],
  ['one\ntwo', 'one…two', false],
])('compares the output %j with %j', (output, shown, alike) => {
  expect(looksLike(output, shown)).toBe(alike);
});

it('leaves out the sections whose programs are absent', () => {
  const page = '# P\n\n## One\n\n1\n\n## Two\n\n<!-- needs: python -->\n\n2\n\n## Three\n\n3\n';
  expect(without(page, ['python'])).toBe('# P\n\n## One\n\n1\n\n## Three\n\n3\n');
  expect(without(page, ['redis'])).toBe(page);
  expect(needsOf(page)).toEqual([]);
  expect(needsOf(page.replace('# P\n', '# P\n\n<!-- needs: postgres redis -->\n'))).toEqual(['postgres', 'redis']);
});
