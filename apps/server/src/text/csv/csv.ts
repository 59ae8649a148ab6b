import { type Options, stringify } from 'csv-stringify/sync';

/** Signs that start a formula, also in full width or as another character that looks like them. */
const sign = /[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/u;

/**
 * A formula, also after white space and invisible characters; or a tab or a line break, after which some spreadsheets
 * start a cell.
 */
const formula =
  /^(?:[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]|[\t\r\n])/u;

/** The characters that may precede a sign within a text. Matches a whole run, so that the search takes linear time. */
const run = /[;"\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * Returns the text of a CSV cell with an apostrophe before each sign that would start a formula: at its beginning, and
 * after a semicolon, a tab or a line break. A spreadsheet that divides at semicolons or tabs does so within the quotes
 * of a cell, too, and ends a row at a line break there, because for it these quotes don't begin a cell.
 */
function guarded(text: string): string {
  const within = text.replace(run, (found, at: number) => {
    const isFormula = /[;\t\r\n]/.test(found) && sign.test(text.charAt(at + found.length));
    return isFormula ? `${found}'` : found;
  });
  return formula.test(text) ? `'${within}` : within;
}

/**
 * RFC 4180. Formulas are guarded: visitors write some of this text, and members open it. A line break alone is quoted,
 * too, which a `record_delimiter` would turn off.
 */
const csvOptions: Options = {
  record_delimiter: '\r\n',
  quote_record_delimiter: true,
  cast: { string: guarded },
};

/** Returns rows as CSV, each with a line break at its end. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string => stringify(rows as unknown[][], csvOptions);

/** Returns the text of a cell that `csvOf` has guarded; any other text as it is. */
export function unguarded(text: string): string {
  const bare = text.replace(/(^|[;"\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])'/gu, '$1');
  return bare !== text && guarded(bare) === text ? bare : text;
}
