/** Names the person that a conversation waits for, as the reader sees them: the one who has it, or any. */
export function waitsFor(takenBy: string | null, me: string): string {
  if (takenBy === null) return 'Waits for a person';
  return takenBy === me ? 'Waits for you' : 'Waits for a colleague';
}
