/**
 * Measures the cost of a test run to the machine: CPU time, and the memory of all its processes together. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs';

const INTERVAL_MS = 10_000;

/** Clock ticks a second in /proc: 100 on every Linux that Node.js runs on. */
const TICKS = 100;

/** Starts to watch this process and all that come of it. `stop` returns the highest memory so far, in bytes. */
export function watchMemory() {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, memoryOf(familyOf(process.pid)));
  };
  const timer = setInterval(look, INTERVAL_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

/** The CPU seconds of this process and of all that have ended and were waited for; 0 if the system doesn't say. */
export function cpuSeconds() {
  const [user = 0, system = 0, waitedUser = 0, waitedSystem = 0] = fieldsOf('self').slice(11, 15).map(Number);
  return (user + system + waitedUser + waitedSystem) / TICKS;
}

/**
 * A process, its children, their children and so on.
 * @param {number} root
 * @returns {number[]}
 */
function familyOf(root) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of list('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(fieldsOf(name)[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  /** @param {number} pid @returns {number[]} */
  const below = (pid) => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

/**
 * Their memory in bytes; what they share counts once.
 * @param {readonly number[]} pids
 */
function memoryOf(pids) {
  const kilobytes = pids.map((pid) => Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

/**
 * The fields of /proc/PID/stat behind the name: state, parent, … (proc(5)).
 * @param {string} pid
 */
function fieldsOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** @param {string} path */
function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/**
 * The text of a file; empty if the process has ended, or is another user's.
 * @param {string} path
 */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
