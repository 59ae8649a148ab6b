/** Kinds of addresses that sites make without end. */
export type Shape = 'calendar' | 'sorting' | 'filters' | 'sessions';

/** Max addresses of one kind at one path. */
const most: Readonly<Record<Shape, number>> = { calendar: 50, sorting: 5, filters: 20, sessions: 20 };

/** A part of a date: a year, a year with month and day, a month or a day. */
const date = /^(?:(?:19|20)\d{2}(?:[-_.]?\d{2}){0,2}|\d{1,2})$/;
const year = /^(?:19|20)\d{2}$/;
const wholeDate = /^(?:19|20)\d{2}(?:[-_.]?\d{2}){1,2}$/;
const calendar = /calend|kalender|agenda|\bevents?\b|schedule|month|week|termine|veranstaltung|evenement|eventos?/i;
const dateNames = /^(?:date|day|week|month|year|cal\w{0,10}|tribe-bar-date|ical|start_?date|end_?date|from|to)$/;
const sortNames =
  /^(?:sort|order|dir|direction|view|layout|display|mode|limit|(?:sort|order|group)_?(?:by|dir|order)|per_?page|page_?size)$/;
const filterNames =
  /^(?:filters?\b.{0,100}|facets?\b.{0,100}|f?\[.{0,100}|.{1,100}(?:\[|%5b).{0,100}|colou?r|size|brand|price|(?:min|max)_?price|tags?|category|rating)$/;
/** A part of a path that names a visit and not a page. */
const random = /^(?=[^/]{0,100}\d)(?=[^/]{0,100}[a-z])[a-z0-9]{20,100}$/i;

/** Counts addresses of such kinds. */
export interface EndlessShapes {
  note(url: string): void;
  /** The kind of an address that has too many others of its kind; undefined for any other. */
  exceeded(url: string): Shape | undefined;
}

/** Creates the counters of a crawl. */
export function endlessShapes(): EndlessShapes {
  const counts = new Map<string, number>();
  return {
    note(url) {
      for (const [shape, path] of shapesOf(url)) {
        const key = `${shape} ${path}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    },
    exceeded: (url) => shapesOf(url).find(([shape, path]) => (counts.get(`${shape} ${path}`) ?? 0) >= most[shape])?.[0],
  };
}

function shapesOf(url: string): (readonly [shape: Shape, path: string])[] {
  const { pathname, searchParams } = new URL(url);
  const names = [...searchParams.keys()].map((name) => name.toLowerCase());
  const found: (readonly [Shape, string])[] = [];
  const parts = pathname.split('/').filter((part) => part !== '');
  if (isCalendar(pathname, parts) || names.some((name) => dateNames.test(name))) {
    found.push(['calendar', parts.map((part) => (date.test(part) ? '#' : part)).join('/')]);
  }
  if (names.some((name) => sortNames.test(name))) found.push(['sorting', pathname]);
  if (names.filter((name) => filterNames.test(name)).length > 1) found.push(['filters', pathname]);
  if (namesVisit(parts)) {
    found.push(['sessions', parts.map((part) => (random.test(part) ? '#' : part)).join('/')]);
  }
  return found;
}

const namesVisit = (parts: readonly string[]): boolean => parts.slice(0, -1).some((part) => random.test(part));

/** True if the path of an address names a visit: further visits have the same pages at other addresses. */
export const isOfVisit = (url: string): boolean => namesVisit(new URL(url).pathname.split('/'));

/** True if a path ends in a date, as the pages of a calendar do. */
function isCalendar(pathname: string, parts: readonly string[]): boolean {
  const [last, before] = [parts.at(-1), parts.at(-2)];
  if (last === undefined || !date.test(last)) return false;
  return wholeDate.test(last) || calendar.test(pathname) || (before !== undefined && year.test(before));
}
