import { readFileSync } from 'node:fs';

/** The classes of a component; the file of its styles has the same name. */
const classes = /node_modules\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/** Styles of no component: those of elements, and the variables of the theme. */
const general = ['baseline', 'default-css-variables', 'global'];

/**
 * Fails the build unless the list of styles has exactly those of the library's components in the bundle.
 * @param {string} list Path of the style sheet that imports them.
 * @returns {import('vite').Plugin}
 */
export function checkLibraryStyles(list) {
  return {
    name: 'library-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const listed = [...readFileSync(list, 'utf8').matchAll(/@mantine\/core\/styles\/([\w-]+)\.css/g)].map(
        ([, it]) => it,
      );
      const needed = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds.flatMap((id) => classes.exec(id)?.[1] ?? []) : [],
      );
      const missing = needed.filter((name) => !listed.includes(name));
      const unused = listed.filter((name) => ![...general, ...needed].includes(name ?? ''));
      if (missing.length + unused.length > 0)
        throw new Error(`${list}: missing ${missing.join(', ') || 'none'}, unused ${unused.join(', ') || 'none'}`);
    },
  };
}
