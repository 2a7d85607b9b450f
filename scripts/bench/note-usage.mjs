// Preloaded into measured processes: each appends its resource usage at its end.
import { appendFileSync } from 'node:fs';

const { BENCH_USAGE } = process.env;
if (BENCH_USAGE) {
  process.on('exit', () =>
    appendFileSync(BENCH_USAGE, `${JSON.stringify(process.resourceUsage())}\n`),
  );
}
