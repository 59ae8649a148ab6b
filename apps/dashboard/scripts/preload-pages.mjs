/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

/** The chunks of the pages that people open most, by the first part of their path. */
const pages = new Map([
  ['', 'home'],
  ...['agents', 'conversations', 'knowledge', 'tools'].map((name) => /** @type {const} */ ([name, name])),
]);

/** The first requests of every page, by the addresses that the client uses. */
const asked = ['/api/me', '/api/workspaces?sort=createdAt&limit=100'];

/** The place in `index.html`: before the styles, because scripts wait for those. */
const mark = '/* preload-pages */';

/**
 * Begins to load the code of the page and the first answers together with the code that every page needs, if a user
 * was signed in when this browser showed the dashboard last. Otherwise they would be asked for by that code.
 * @returns {import('vite').Plugin}
 */
export function preloadPages() {
  return {
    name: 'preload-pages',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle, chunk: entry }) => {
        if (bundle === undefined || entry === undefined) return html;
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const linked = closure(chunks, [entry]);
        const files = [...pages].map(([path, name]) => {
          const page = chunks.filter((chunk) => chunk.name === name);
          if (page.length !== 1) throw new Error(`There are ${page.length} chunks ${name}.`);
          return [path, [...closure(chunks, page)].filter((file) => !linked.has(file)).map((file) => `/${file}`)];
        });
        if (!html.includes(mark)) throw new Error(`index.html has no ${mark}.`);
        return html.replace(mark, () => script(Object.fromEntries(files)));
      },
    },
  };
}

/** @param {Record<string, string[]>} files */
const script = (files) => `const files = ${JSON.stringify(files)}[location.pathname.split('/')[1]];
        if (files === undefined) return;
        globalThis.firstAnswers = {};
        for (const href of ${JSON.stringify(asked)}) {
          const answer = fetch(href, { signal: AbortSignal.timeout(30_000) });
          // A failure is for the code that takes the answer.
          answer.catch(() => undefined);
          globalThis.firstAnswers[href] = answer;
        }
        for (const href of files) {
          const link = document.createElement('link');
          document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
        }`;

/**
 * The files of chunks, and of those that they import.
 * @param {readonly Chunk[]} chunks
 * @param {readonly Chunk[]} starts
 */
function closure(chunks, starts) {
  const open = [...starts];
  /** @type {Set<string>} */
  const files = new Set();
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    if (files.has(chunk.fileName)) continue;
    files.add(chunk.fileName);
    const { imports } = chunk;
    open.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
  }
  return files;
}
