/** Unsent text by draft key, so that it survives leaving the page. */
export const drafts = new Map<string, string>();

/** Start of the keys under which the browser keeps drafts over a reload. */
export const draftPrefix = 'parley-draft ';

/** Deletes the drafts of this tab when a user signs out or in. The kept ones have the user in their keys. */
export const forgetDrafts = (): void => drafts.clear();

/** Deletes all drafts, also those that the browser keeps, when a user signs out. */
export function forgetAllDrafts(): void {
  drafts.clear();
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
}
