/** A conversation of the demo, before chance changes it. `{order}`, `{bike}`, `{day}` and `{price}` are filled in. */
export interface Scenario {
  /** A language tag (BCP 47). */
  readonly locale: string;
  readonly tags: readonly string[];
  /** What the end user writes and what the agent replies. */
  readonly turns: readonly (readonly [string, string])[];
  /** What a person writes who takes over. */
  readonly person?: string;
}
