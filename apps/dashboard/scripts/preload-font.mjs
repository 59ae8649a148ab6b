/** The font of almost every text; its other alphabets load only if a page needs them. */
const font = /inter-latin-wght-normal.*\.woff2$/;

/**
 * Links the font in the page, so that it loads in parallel with the styles that name it.
 * @returns {import('vite').Plugin}
 */
export function preloadFont() {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const file = Object.keys(bundle ?? {}).find((name) => font.test(name));
        if (file === undefined) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
