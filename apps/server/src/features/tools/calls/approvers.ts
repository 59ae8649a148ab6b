/**
 * True if a person may decide about a call by its `approvers`, a JSON array; an empty one is for all who may decide.
 * The current ones of its tool remove people and add none: an added one wasn't asked.
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
