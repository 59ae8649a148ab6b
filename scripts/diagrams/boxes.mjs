import { arrow, box, label, rect, svg, widthOf } from './svg.mjs';

const [margin, gap, boxHeight, rowGap, padding] = [32, 24, 58, 66, 18];

/**
 * Draws rows of boxes with arrows from row to row. A paragraph is a row: a line is a box (`id = name`, or
 * `id = name | about`), or the frame around the row (`around id = name`). The last paragraph has the arrows
 * (`a -> b`, or `a -> b: text`).
 * @param {string} title
 * @param {readonly (readonly string[])[]} paragraphs
 */
export function drawBoxes(title, paragraphs) {
  const rows = paragraphs.filter(([first = '']) => first.includes(' = ')).map((lines) => lines.map(item));
  const arrows = paragraphs.flat().filter((line) => line.includes(' -> '));
  const width = Math.max(...rows.map(widthOfRow)) + margin * 2;
  /** @type {Map<string, { x: number, y: number, width: number, height: number }>} */
  const places = new Map();
  let y = margin;
  const parts = rows.flatMap((row) => {
    const drawn = drawRow(row, { y, width, places });
    y += drawn.height + rowGap;
    return drawn.parts;
  });
  return svg({
    title,
    width,
    height: y - rowGap + margin,
    parts: [...parts, ...arrows.flatMap((line) => drawArrow(line, places))],
  });
}

/** @param {string} line */
function item(line) {
  const [, around, id = '', name = '', about] = /^(around )?(\w+) = (.+?)(?: \| (.+))?$/.exec(line) ?? [];
  if (id === '') throw new Error(`This line is no box: ${line}`);
  return { id, name, about, isFrame: around !== undefined };
}

/** @param {ReturnType<typeof item>} texts */
const widthOfBox = ({ name, about = '' }) => Math.max(widthOf(name) * 1.05, widthOf(about) * 0.9) + 28;

/** @param {readonly ReturnType<typeof item>[]} row */
function widthOfRow(row) {
  const boxes = row.filter(({ isFrame }) => !isFrame);
  const sum = boxes.reduce((total, texts) => total + widthOfBox(texts) + gap, -gap);
  return sum + (boxes.length < row.length ? padding * 2 : 0);
}

/**
 * @param {readonly ReturnType<typeof item>[]} row
 * @param {{ y: number, width: number, places: Map<string, { x: number, y: number, width: number, height: number }> }} at
 */
function drawRow(row, { y, width, places }) {
  const frame = row.find(({ isFrame }) => isFrame);
  const whole = widthOfRow(row);
  const left = (width - whole) / 2;
  const inset = frame === undefined ? 0 : padding;
  const title = frame === undefined ? 0 : 22;
  let x = left + inset;
  const parts = row
    .filter(({ isFrame }) => !isFrame)
    .flatMap((texts) => {
      const place = { x, y: y + inset + title, width: widthOfBox(texts), height: boxHeight };
      places.set(texts.id, place);
      x += place.width + gap;
      return box(texts, place);
    });
  const height = boxHeight + inset * 2 + title;
  if (frame === undefined) return { height, parts };
  const place = { x: left, y, width: whole, height };
  places.set(frame.id, place);
  const name = label(frame.name, { x: left + whole / 2, y: y + 25, kind: 'small' });
  return { height, parts: [rect({ ...place, kind: 'around' }), name, ...parts] };
}

/**
 * An arrow goes straight down if the boxes are above each other, else with a bend half-way.
 * @param {string} line
 * @param {Map<string, { x: number, y: number, width: number, height: number }>} places
 */
function drawArrow(line, places) {
  const [, from = '', to = '', words] = /^(\w+) -> (\w+)(?:: (.+))?$/.exec(line) ?? [];
  const [source, target] = [places.get(from), places.get(to)];
  if (source === undefined || target === undefined) throw new Error(`An end of this arrow is no box: ${line}`);
  const middleOf = (/** @type {typeof source} */ place) => place.x + place.width / 2;
  const narrower = source.width > target.width ? target : source;
  // The range in which both ends have room for one line down.
  const least = Math.max(source.x, target.x) + 20;
  const most = Math.min(source.x + source.width, target.x + target.width) - 20;
  const down = Math.min(Math.max(middleOf(narrower), least), most);
  const [begin, end] = least <= most ? [down, down] : [middleOf(source), middleOf(target)];
  const [top, bottom] = [source.y + source.height, target.y - 2];
  const path = begin === end ? `M${begin} ${top}V${bottom}` : `M${begin} ${top}V${(top + bottom) / 2}H${end}V${bottom}`;
  if (words === undefined) return [arrow(path)];
  const x = begin + (end > begin ? -1 : 1) * (widthOf(words) / 2 + 6);
  return [arrow(path), label(words, { x, y: top + 20, kind: 'small' })];
}
