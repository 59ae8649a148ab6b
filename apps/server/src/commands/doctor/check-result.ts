/** Result of a check of `parley doctor`; its figures are part of the JSON. */
export interface CheckResult {
  readonly ok: boolean;
  readonly detail: string;
  readonly figures?: Readonly<Record<string, unknown>>;
}
