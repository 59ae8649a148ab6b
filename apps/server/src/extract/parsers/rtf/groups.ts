/** Destination of a group's text. Text of `skipped` groups is left out. */
export type Destination =
  | 'body'
  | 'skipped'
  | 'fonts'
  | 'styles'
  | 'title'
  | 'instruction'
  | 'footnote'
  | 'marker'
  | 'info';

/** The properties of a group, which the groups in it inherit. */
export interface Group {
  destination: Destination;
  isHidden: boolean;
  /** The code page of the font, if it has one of its own. */
  codePage: number | undefined;
  /** Characters after `\u` for readers without Unicode. */
  fallback: number;
  /** The text of a link, which ends with the group. */
  isLinked: boolean;
}

/** Destinations by their control words. Other destinations are skipped if they begin with `\*`. */
export const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  info: 'info',
  title: 'title',
  fldinst: 'instruction',
  footnote: 'footnote',
  listtext: 'marker',
  pntext: 'marker',
  ...Object.fromEntries(
    [
      ...['pict', 'colortbl', 'header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf'],
      ...['annotation', 'atnid', 'atnauthor', 'atndate', 'xe', 'tc', 'bkmkstart', 'bkmkend', 'objdata', 'filetbl'],
      ...['listtable', 'listoverridetable', 'revtbl', 'rsidtbl', 'generator', 'themedata', 'datastore', 'nonshppict'],
      ...['ftnsep', 'ftnsepc', 'ftncn', 'aftnsep', 'aftnsepc', 'aftncn', 'htmltag', 'mhtmltag', 'do', 'shpinst'],
    ].map((word): readonly [string, Destination] => [word, 'skipped']),
  ),
  // Text boxes are within shapes.
  shptxt: 'body',
};

/** Characters that have control words or symbols. */
export const characters: Readonly<Record<string, string>> = {
  ...{ tab: '\t', emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
  ...{ emspace: ' ', enspace: ' ', '~': '\u00a0', _: '-', '\\': '\\', '{': '{', '}': '}' },
};
