import { arrow, box, label, rect, svg, widthOf } from './svg.mjs';

const [column, margin, top, headHeight, step, noteHeight] = [216, 24, 24, 52, 46, 30];

/**
 * Draws the messages between participants, from top to bottom. A line is a participant (`name`, or `name | about`), a
 * message (`a -> b: text`), its answer (`a --> b: text`), or a note (`over a: text`).
 * @param {string} title
 * @param {readonly string[]} lines
 */
export function drawSequence(title, lines) {
  const events = lines.filter((line) => /^over |->/.test(line));
  const participants = lines.filter((line) => !events.includes(line)).map(participant);
  const names = participants.map(({ name }) => name);
  const middleOf = (/** @type {string} */ name) => {
    const index = names.indexOf(name);
    if (index === -1) throw new Error(`${title}: ${name} is no participant.`);
    return margin + column * index + column / 2;
  };
  const start = top + headHeight + step - 8;
  const end = start + events.length * step - 12;
  const width = margin * 2 + column * names.length;
  const parts = [
    ...names.map((name) => `<path class="life" d="M${middleOf(name)} ${top + headHeight}V${end}"/>`),
    ...participants.flatMap((texts, index) =>
      box(texts, { x: margin + column * index + 8, y: top, width: column - 16, height: headHeight }),
    ),
    ...events.flatMap((line, index) => drawEvent(line, { y: start + index * step, middleOf })),
  ];
  return svg({ title, width, height: end + 20, parts });
}

/** @param {string} line */
function participant(line) {
  const [name = '', about] = line.split(' | ');
  return { name, about };
}

/**
 * @param {string} line
 * @param {{ y: number, middleOf: (name: string) => number }} place
 */
function drawEvent(line, { y, middleOf }) {
  const note = /^over (.+?): (.+)$/.exec(line);
  if (note !== null) {
    const [, name = '', words = ''] = note;
    const x = middleOf(name);
    const width = widthOf(words) + 16;
    const place = { x: x - width / 2, y: y - noteHeight / 2 - 4, width, height: noteHeight };
    return [rect({ ...place, kind: 'note' }), label(words, { x, y })];
  }
  const [, from = '', kind, to = '', words = ''] = /^(.+?) (-->|->) (.+?): (.+)$/.exec(line) ?? [];
  if (words === '') throw new Error(`This line is neither a message nor a note: ${line}`);
  const [begin, end] = [middleOf(from), middleOf(to)];
  return [
    arrow(`M${begin} ${y + 4}H${end + (end > begin ? -2 : 2)}`, kind === '-->'),
    label(words, { x: (begin + end) / 2, y: y - 4 }),
  ];
}
