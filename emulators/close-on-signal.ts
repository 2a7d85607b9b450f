/** Ends a stand-in that runs as a process of its own when it is told to, once and in order. */
export function closeOnSignal(server: { close(): Promise<void> }): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      server.close().catch((error) => {
        console.error(error);
        process.exitCode = 1;
      });
    });
  }
}
