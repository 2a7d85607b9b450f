import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a local server that can cut connections and counts uploaded bytes. */
export class CutLine {
  readonly port: number;
  sentBytes = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cutAt = Number.POSITIVE_INFINITY;
  #isDown = false;
  #staysDown = false;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async to(port: number): Promise<CutLine> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const line = new CutLine(server);
    server.on('connection', (client) => line.#join(client, port));
    return line;
  }

  /**
   * Breaks every connection after this many more uploaded bytes; with `staysDown`, new ones too.
   */
  cutAfter(bytes: number, { staysDown = false } = {}): void {
    this.#cutAt = this.sentBytes + bytes;
    this.#staysDown = staysDown;
  }

  get isDown(): boolean {
    return this.#isDown;
  }

  restore(): void {
    this.#isDown = false;
  }

  async close(): Promise<void> {
    this.#cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, port: number): void {
    if (this.#isDown) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    client.on('data', (piece) => {
      this.sentBytes += piece.length;
      const isCut = this.sentBytes >= this.#cutAt;
      const canTakeMore = server.write(piece, () => isCut && this.#cut());
      if (!canTakeMore) client.pause();
      if (!isCut) return;
      this.#cutAt = Number.POSITIVE_INFINITY;
      this.#isDown = this.#staysDown;
      client.pause();
    });
    server.on('drain', () => client.resume());
    server.pipe(client);
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
