import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy between a process and a server that can be cut: open connections break, and new ones
 * fail.
 */
export class Line {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isCut = false;

  private constructor(host: string, port: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) {
        near.resetAndDestroy();
        return;
      }
      const far = connect(port, host);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(from);
        from.pipe(to);
        // Each end breaks with the other; only the process itself observes how.
        from.on('error', () => to.resetAndDestroy());
        from.on('close', () => {
          this.#open.delete(from);
          to.destroy();
        });
      }
    });
  }

  /** @param address `host:port` of the server */
  static async open(address: string): Promise<Line> {
    const [host = '', port] = address.split(':');
    const line = new Line(host, Number(port));
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  /** The `host:port` to use instead of the server's. */
  get address(): string {
    const bound = this.#server.address();
    if (bound === null || typeof bound === 'string') throw new Error('The line is closed');
    return `127.0.0.1:${bound.port}`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
