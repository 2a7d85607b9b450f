/**
 * Ignores termination signals in a process that ends with its launcher. Ctrl-C reaches every
 * process of the terminal, and the launcher still needs this one to save the data.
 */
export function leaveSignalsToLauncher(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}
