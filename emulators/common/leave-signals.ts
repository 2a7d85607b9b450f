/**
 * For a process that ends with its launcher. What ends the launcher may reach every process of the
 * terminal, as Ctrl-C does: the launcher saves the data first, and needs this one for it.
 */
export function leaveSignalsToLauncher(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}
