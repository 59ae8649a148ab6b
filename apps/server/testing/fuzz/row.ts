/** What a request needs of the world so that it can succeed. */
export interface Target {
  /** Who sends it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** Fields that must be real, put over the generated ones; in the query likewise. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** How an operation is called so that a valid request succeeds. */
export interface Row {
  /** Makes what one valid request needs: anew each time where the request uses it up. */
  target(body: Readonly<Record<string, unknown>>): Target | Promise<Target>;
  /** Codes with which a valid request may fail all the same, each with its reason. */
  readonly conflicts?: Readonly<Record<string, string>>;
  /** The code with which every request is refused, whatever it is. */
  readonly refusal?: string;
  /** At most so many requests, where one is slow. */
  readonly atMost?: number;
}
