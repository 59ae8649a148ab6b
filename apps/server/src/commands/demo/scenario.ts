/** A conversation of the demo, before chance changes it. `{order}`, `{bike}`, `{day}` and `{price}` are filled in. */
export interface Scenario {
  /** A language tag (BCP 47). */
  readonly locale: string;
  readonly tags: readonly string[];
  /** Messages of the end user, each with the agent's reply. */
  readonly turns: readonly (readonly [string, string])[];
  /** Message of a person who takes over. */
  readonly person?: string;
}
