const startedAt = performance.now();

export function progress(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${seconds.padStart(6)} s  ${line}`);
}
