/** Pieces of SVG that both kinds of diagrams are made of. */

/** The colours follow the scheme of the reader's system, also where a page shows the file as a picture. */
const style = `
    text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #1c1c1f; }
    .name { font-weight: 600; }
    .small { font-size: 11.5px; fill: #5b5b66; }
    .box { fill: #f6f6f9; stroke: #d3d3dc; }
    .note { fill: #eeedfd; stroke: #c9c6f7; }
    .around { fill: none; stroke: #b9b9c6; stroke-dasharray: 5 4; }
    .line { fill: none; stroke: #6d6d7a; stroke-width: 1.25; }
    .life { stroke: #d3d3dc; stroke-dasharray: 3 4; }
    .reply { stroke-dasharray: 5 4; }
    .head { fill: #6d6d7a; }
    .back { fill: #ffffff; }
    @media (prefers-color-scheme: dark) {
      text { fill: #ececf1; }
      .small { fill: #a9a9b5; }
      .box { fill: #1d1d21; stroke: #3b3b44; }
      .note { fill: #262548; stroke: #4a4796; }
      .around { stroke: #55555f; }
      .line { stroke: #9a9aa6; }
      .life { stroke: #3b3b44; }
      .head { fill: #9a9aa6; }
      .back { fill: #111113; }
    }`;

/**
 * A whole diagram, on a background of its own: what shows it may have any.
 * @param {{ title: string, width: number, height: number, parts: readonly string[] }} diagram
 */
export function svg({ title, width, height, parts }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
  <title>${escaped(title)}</title>
  <style>${style}
  </style>
  <defs>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path class="head" d="M0 0.5 8 4 0 7.5z"/>
    </marker>
  </defs>
  <rect class="back" width="${width}" height="${height}" rx="10"/>
${parts.map((part) => `  ${part}`).join('\n')}
</svg>
`;
}

/**
 * A text around a point.
 * @param {string} words
 * @param {{ x: number, y: number, kind?: string }} place
 */
export const label = (words, { x, y, kind }) =>
  `<text x="${x}" y="${y}" text-anchor="middle"${kind === undefined ? '' : ` class="${kind}"`}>${escaped(words)}</text>`;

/** @param {{ x: number, y: number, width: number, height: number, kind: string }} place */
export const rect = ({ x, y, width, height, kind }) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`;

/**
 * A box with its name, and a line below it.
 * @param {{ name: string, about: string | undefined }} texts
 * @param {{ x: number, y: number, width: number, height: number }} place `x` is its left side
 */
export function box({ name, about }, place) {
  const x = place.x + place.width / 2;
  const middle = place.y + place.height / 2;
  const frame = rect({ ...place, kind: 'box' });
  if (about === undefined) return [frame, label(name, { x, y: middle + 4, kind: 'name' })];
  return [frame, label(name, { x, y: middle - 4, kind: 'name' }), label(about, { x, y: middle + 14, kind: 'small' })];
}

/**
 * An arrow along the path.
 * @param {string} path
 * @param {boolean} isReply
 */
export const arrow = (path, isReply = false) =>
  `<path class="line${isReply ? ' reply' : ''}" d="${path}" marker-end="url(#head)"/>`;

/**
 * The width that a text may need, in pixels: fonts differ.
 * @param {string} words
 */
export const widthOf = (words) => Math.ceil(words.length * 7.1);

const escaped = (/** @type {string} */ words) =>
  words.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;');
