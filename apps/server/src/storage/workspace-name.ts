/**
 * The value of `workspaces.name_folded`: trimmed, composed (NFC) and in lower case, so that equal-looking names
 * collide.
 */
export const foldWorkspaceName = (name: string): string => name.trim().normalize('NFC').toLowerCase();
