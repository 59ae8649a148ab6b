import { type CellObject, SSF } from '@e965/xlsx';

/** Digits that a number in a spreadsheet has. */
const precision = 15;
const address = /^(?:https?:|mailto:|tel:)/i;

/** The text of a cell as a sheet shows it, with the address of its link. An error is no text. */
export function cellText(cell: CellObject | undefined): string {
  if (cell === undefined) return '';
  const text = shownText(cell);
  const target = cell.l?.Target ?? '';
  return text !== '' && address.test(target) && !target.includes(text) ? `${text} (${target})` : text;
}

function shownText({ t: type, v: value, w: shown, z: format }: CellObject): string {
  if (type === 'e' || type === 'z' || value === undefined) return '';
  // A sheet shows long numbers, such as those of goods, in the exponential form if they have no format.
  if (type === 'n' && (format === undefined || format === 'General')) {
    return String(Number(Number(value).toPrecision(precision)));
  }
  // The library can't format a date whose parts have plain full stops between them.
  if (type === 'n' && (shown === undefined || shown === String(value)) && SSF.is_date(String(format))) {
    return SSF.format(String(format).replace(/(?<!\\)\.(?!0)/g, '\\.'), value);
  }
  if (value instanceof Date) return shown ?? value.toISOString().slice(0, 10);
  return shown ?? String(value);
}
