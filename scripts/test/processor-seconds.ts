import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the machine. */
const TICKS = 100;

/** Processor seconds of all descendants that have ended; not a number where the system does not say. */
export function processorSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The command in parentheses may hold spaces: count the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return Number.NaN;
  }
}
