import { fold } from '../text/fold.ts';

/** A kanji number before a unit. */
const kanji =
  /(?<![周週]|星期|礼拜)([一二两兩三四五六七八九十百千〇零]{1,20})(?=个|個|ヶ|か|カ|ヵ|年|月|日|天|週|周|星期|小|時|时|点|點|分|公|円|元|欧|美|ユ|ド|工作|到|至)/gu;
const kanjiDigits: Readonly<Record<string, number>> = {
  ...{ 〇: 0, 零: 0, 一: 1, 二: 2, 两: 2, 兩: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
};

function kanjiValue(text: string): number {
  let total = 0;
  let current = 0;
  for (const sign of text) {
    const by = { 十: 10, 百: 100, 千: 1_000 }[sign];
    if (by === undefined) current = current * 10 + (kanjiDigits[sign] ?? 0);
    else {
      total += (current || 1) * by;
      current = 0;
    }
  }
  return total + current;
}

/** A text whose numbers are spelled as the tokens expect it. */
export const prepared = (text: string): string =>
  fold(text)
    .replace(/quatre[- ]vingts?/g, 'quatrevingt')
    .replace(/\b(?:pour|por|per) (?:cent|ciento|cento)\b/g, '%')
    .replace(kanji, (number) => String(kanjiValue(number)))
    .replace(/(?<=\d\s?)([ap])\.?\s?m\b\.?/g, ' $1m ')
    .replace(/(?<!\d)(\d{1,9})(?:st|nd|rd|th)\b/g, '$1')
    .replace(/(?<=\d) ?万/g, '0000');

const decimal = (text: string): number => Number(text.replace(',', '.'));

/** The values that a number in digits may have. */
export function valuesOf(written: string): readonly number[] {
  const text = written
    .replace(/[.,:'’]{1,20}$/u, '')
    .replace(/[ '’]/g, '')
    .replace('−', '-');
  const time = /^(\d{1,2}):(\d{2})$/.exec(text);
  if (time !== null) return [Number(time[1]) + Number(time[2]) / 100];
  const marks = text.match(/[.,]/g) ?? [];
  const [first] = marks;
  if (first === undefined) return [Number(text)];
  const last = marks.at(-1) ?? first;
  if (marks.length > 1) {
    const whole = text.replaceAll(first, '');
    return [first === last ? Number(whole) : decimal(whole)];
  }
  const value = decimal(text);
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? [Number(text.replace(first, '')), value] : [value];
}
