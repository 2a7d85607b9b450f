import type { StackHandle } from '@datchain/stack/control.ts';
import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test';

type Service = 'auth' | 'firestore' | 'functions';

type State = 'open' | 'held' | 'cut';

/**
 * The network between a browser's pages and the data: the functions, both databases and Auth. The
 * pages and their code are always served.
 */
export class Network {
  #state: State = 'open';
  #opened = Promise.withResolvers<void>();
  readonly #sockets = new Set<WebSocketRoute>();
  #asked = 0;

  /** Intercepts the requests of a page, or of every page, from its next navigation on. */
  static async of(
    pages: BrowserContext | Page,
    { addresses }: StackHandle,
    services: readonly Service[] = ['auth', 'firestore', 'functions'],
  ): Promise<Network> {
    const network = new Network();
    const data = new Set(services.map((name) => new URL(addresses[name]).origin));
    await pages.route(
      ({ origin }) => data.has(origin),
      async (route) => {
        network.#asked += 1;
        await network.#passage();
        if (network.#state === 'cut') await route.abort();
        else await route.fallback();
      },
    );
    await pages.routeWebSocket(/\.ws\?/, (socket) => network.#carry(socket));
    return network;
  }

  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) void socket.close();
    this.#sockets.clear();
  }

  hold(): void {
    this.#state = 'held';
    this.#opened = Promise.withResolvers();
  }

  open(): void {
    this.#state = 'open';
    this.#opened.resolve();
  }

  get asked(): number {
    return this.#asked;
  }

  #passage(): Promise<void> | undefined {
    return this.#state === 'held' ? this.#opened.promise : undefined;
  }

  #carry(socket: WebSocketRoute): void {
    if (this.#state === 'cut') return void socket.close();
    this.#asked += 1;
    const server = socket.connectToServer();
    this.#sockets.add(socket);
    // Sends messages one after another, to keep their order.
    let last: Promise<unknown> = Promise.resolve();
    server.onMessage((message) => {
      last = last.then(() => this.#passage()).then(() => socket.send(message));
    });
  }
}
