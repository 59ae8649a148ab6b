/** Reports an event of a widget to the page. */
export type Report = (event: string, detail: Readonly<Record<string, unknown>>) => void;
