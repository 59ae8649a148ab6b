/** Says for whom a conversation waits: the person who has it, as the reader sees them, or anybody. */
export function waitsFor(takenBy: string | null, me: string): string {
  if (takenBy === null) return 'Waits for a person';
  return takenBy === me ? 'Waits for you' : 'Waits for a colleague';
}
