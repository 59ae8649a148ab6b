/** The place where marked creates its own instance, which needs its parser and renderers. */
const instance = /;var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/;

/**
 * Keeps the part of marked that reads Markdown. Its module makes an instance and sets properties at import, so
 * tree-shaking would keep the parser and the renderers too, which nothing here uses.
 * @returns {import('vite').Plugin}
 */
export const trimMarked = () => ({
  name: 'trim-marked',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/marked\/lib\/marked\.esm\.js$/ },
    handler(code) {
      const end = code.search(instance);
      const lexer = /\b(\w+) as Lexer\b/.exec(code)?.[1];
      if (end === -1 || lexer === undefined) throw new Error('marked has changed: see trim-marked.mjs.');
      return { code: `${code.slice(0, end)};export{${lexer} as Lexer};`, map: null };
    },
  },
});
