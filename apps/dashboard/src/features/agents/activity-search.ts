/** The numbers of days that the Activity tab shows, today included. */
export const ranges = [7, 30, 90] as const;

/** The search parameters of the Activity tab; 30 days are the usual ones. */
export interface ActivitySearch {
  days?: 7 | 90;
}

/** Reads the search parameters of the Activity tab; drops invalid ones. */
export const readActivitySearch = ({ days }: Record<string, unknown>): ActivitySearch =>
  days === 7 || days === 90 ? { days } : {};
