/**
 * A function that is made when it is first called. Compiling every schema of the API would take a process as long as
 * the rest of its start, and memory for what nobody asks it.
 */
export function lazily<Argument, Result>(make: () => (argument: Argument) => Result): (argument: Argument) => Result {
  let made: ((argument: Argument) => Result) | undefined;
  return (argument) => {
    made ??= make();
    return made(argument);
  };
}
