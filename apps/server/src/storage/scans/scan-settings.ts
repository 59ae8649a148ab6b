import { type ScanSettings, usualScans } from './scan-queue.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const maxReaders = 32;
const maxSeconds = 300;

/** Reads the settings of reads that may take long. Adds a sentence to `problems` for each invalid one. */
export function readScanSettings(environment: Environment, problems: string[]): ScanSettings {
  const read = (name: string, usual: number, most: number) => {
    const text = environment[name] || String(usual);
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
    problems.push(`${name}: must be a number from 1 to ${most}`);
    return usual;
  };
  return {
    ...usualScans,
    readers: read('PARLEY_DATABASE_READERS', usualScans.readers, maxReaders),
    timeoutMs: read('PARLEY_QUERY_TIMEOUT_SECONDS', usualScans.timeoutMs / 1000, maxSeconds) * 1000,
  };
}
