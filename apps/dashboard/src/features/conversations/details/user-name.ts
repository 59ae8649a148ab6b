/** The ID that the service gives to an unknown visitor. */
const unknownVisitor = /^visitor_[0-9a-z]{20,}$/;

/** Characters of such an ID that tell visitors apart at a glance. */
const shown = 6;

/** Returns a user's name: for an unknown visitor the end of its ID, otherwise the ID; undefined if there is no ID. */
export function userName(userId: string | null): string | undefined {
  if (userId === null) return undefined;
  return unknownVisitor.test(userId) ? `Visitor ${userId.slice(-shown)}` : userId;
}
