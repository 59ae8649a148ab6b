/**
 * Returns a function that is created at its first call. Compiling every schema of the API up front would double the
 * start-up time and use memory for unused schemas.
 */
export function lazy<Argument, Result>(make: () => (argument: Argument) => Result): (argument: Argument) => Result {
  let made: ((argument: Argument) => Result) | undefined;
  return (argument) => {
    made ??= make();
    return made(argument);
  };
}
