// Loaded into a process that is measured: writes down at its end what it has used.
import { writeFileSync } from 'node:fs';

const { BENCH_USAGE } = process.env;
if (BENCH_USAGE) {
  process.on('exit', () => writeFileSync(BENCH_USAGE, JSON.stringify(process.resourceUsage())));
}
