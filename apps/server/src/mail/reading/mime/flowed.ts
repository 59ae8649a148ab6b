/** One line of a flowed text: its quote marks, and the rest without stuffing. */
interface Flowed {
  readonly marks: string;
  readonly text: string;
}

/**
 * Joins the lines of a text of `format=flowed` (RFC 3676, section 4). Lines of different quote depth are never joined,
 * and neither is the line `-- ` above a signature.
 */
export function unflowed(text: string, isSpaceDeleted: boolean): string {
  const joined: string[] = [];
  let open: string[] | undefined;
  let openMarks = '';
  const close = () => {
    if (open !== undefined) joined.push(open.join(''));
    open = undefined;
  };
  for (const { marks, text: line } of text.replace(/\r\n?/g, '\n').split('\n').map(readLine)) {
    const isSignature = line === '-- ';
    if (open === undefined || marks !== openMarks || isSignature) {
      close();
      open = [marks === '' ? '' : `${marks} `];
      openMarks = marks;
    }
    const isFlowing = line.endsWith(' ') && !isSignature;
    open.push(isFlowing && isSpaceDeleted ? line.slice(0, -1) : line);
    if (!isFlowing) close();
  }
  close();
  return joined.join('\n');
}

function readLine(line: string): Flowed {
  const marks = /^>*/.exec(line)?.[0] ?? '';
  const rest = line.slice(marks.length);
  return { marks, text: rest.startsWith(' ') ? rest.slice(1) : rest };
}
