/**
 * True if a person may decide about a call by its `approvers`, a JSON array; an empty one is for all who may decide.
 * Those of its tool, as they are now, take persons away and add none: whoever is added wasn't asked.
 */
export function isApprover(
  user: string,
  { approvers, now }: { readonly approvers: string; readonly now: string | null },
) {
  return [approvers, now ?? '[]'].every((text) => {
    const users = JSON.parse(text) as readonly string[];
    return users.length === 0 || users.includes(user);
  });
}
