/** What `workspaces.name_folded` holds: names that read alike are the same, composed (NFC) and in lower case. */
export const foldWorkspaceName = (name: string): string => name.trim().normalize('NFC').toLowerCase();
