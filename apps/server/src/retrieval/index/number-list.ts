/** A list of whole numbers of 32 bits that grows. A million of them are no work for the garbage collector. */
export type NumberList = ReturnType<typeof createNumberList>;

const firstRoom = 1_024;

/** Creates an empty list. */
export function createNumberList() {
  let numbers = new Int32Array(firstRoom);
  let length = 0;

  const reserve = (least: number): void => {
    const larger = new Int32Array(Math.max(least, numbers.length * 2));
    larger.set(numbers);
    numbers = larger;
  };

  return {
    length: (): number => length,
    at: (index: number): number => numbers[index] ?? 0,
    push: (value: number): void => {
      if (length === numbers.length) reserve(length + 1);
      numbers[length++] = value;
    },
    set: (index: number, value: number): void => {
      if (index >= numbers.length) reserve(index + 1);
      numbers[index] = value;
    },
    /** Adds to a number, which is 0 before, and returns the sum. */
    add: (index: number, value: number): number => {
      if (index >= numbers.length) reserve(index + 1);
      const sum = (numbers[index] ?? 0) + value;
      numbers[index] = sum;
      return sum;
    },
    clear: (): void => {
      length = 0;
    },
  };
}
