/** The problem of a field that names no team of the workspace. */
export const noSuchTeam = 'is not a team of this workspace';
