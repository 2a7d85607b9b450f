import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { World } from './world.ts';

export type WebhookTarget = { url: string; secret: string };

/** Settings that tests can change; the defaults are plain at-least-once delivery. */
export type DeliverySettings = {
  paused: boolean;
  /** Extra copies of each event after the first successful one. */
  duplicate: number;
  /** Collects events until none arrives for 100 ms, then sends the newest first. */
  reorder: boolean;
  /** The number of further events to lose permanently (they stay in /v1/events). */
  drop: number;
};

export const defaultDelivery: DeliverySettings = {
  paused: false,
  duplicate: 0,
  reorder: false,
  drop: 0,
};

const reorderWindowMillis = 100;
const firstRetryMillis = 200;
const maxRetryMillis = 10_000;
const answerTimeoutMillis = 20_000;
const maxParallel = 32;
const { webhooks } = new Stripe('sk_test_demo');

/**
 * The webhook delivery: sends every event until the endpoint answers 2xx. Undelivered events
 * survive a restart.
 */
export class Delivery {
  readonly #world: World;
  readonly #stop = new AbortController();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ready = new Set<string>();
  /** Events being sent; another attempt waits until this one has ended. */
  readonly #onTheWay = new Set<string>();
  #held: string[] = [];
  #holdTimer: NodeJS.Timeout | undefined;
  #active = 0;
  #target: WebhookTarget | undefined;
  settings: DeliverySettings = { ...defaultDelivery };

  constructor(world: World) {
    this.#world = world;
  }

  /** Sets the endpoint and sends everything still undelivered. */
  setTarget(target: WebhookTarget | undefined): void {
    this.#target = target;
    this.resume();
  }

  /**
   * Returns the last enabled endpoint made through the API, with its event types and signing
   * secret.
   */
  #endpoint() {
    const made = [...this.#world.store.rows('webhookEndpoints')];
    return made.findLast(({ object }) => object.status === 'enabled');
  }

  #isWanted(eventId: string): boolean {
    const wanted = this.#endpoint()?.object.enabled_events ?? ['*'];
    const { type } = this.#world.store.get('events', eventId)?.object ?? {};
    return wanted.includes('*') || wanted.includes(String(type));
  }

  /** Queues a new event; like Stripe, drops it when there is no endpoint. */
  enqueue(eventId: string): void {
    if (this.#target === undefined || !this.#isWanted(eventId)) return;
    if (this.settings.drop > 0) {
      this.settings.drop -= 1;
      return;
    }
    this.#world.store.put('deliveries', { id: eventId, attempts: 0 });
    if (this.settings.reorder) this.#hold(eventId);
    else this.#now(eventId);
  }

  /** Changes settings; when this ends a pause, all waiting events go out at once. */
  configure(change: Partial<DeliverySettings>): void {
    this.settings = { ...this.settings, ...change };
    if (!this.settings.reorder) this.#releaseHeld();
    if (!this.settings.paused) this.resume();
  }

  /** Sends all undelivered events without waiting for their next retry. */
  resume(): void {
    for (const { id } of this.#world.store.rows('deliveries')) {
      if (!this.#held.includes(id)) this.#now(id);
    }
  }

  clear(): void {
    for (const id of this.#timers.keys()) this.#unschedule(id);
    this.#ready.clear();
    this.#held = [];
    clearTimeout(this.#holdTimer);
    this.settings = { ...defaultDelivery };
  }

  close(): void {
    this.clear();
    this.#stop.abort();
  }

  #hold(eventId: string): void {
    this.#held.unshift(eventId);
    clearTimeout(this.#holdTimer);
    this.#holdTimer = setTimeout(() => this.#releaseHeld(), reorderWindowMillis);
  }

  #releaseHeld(): void {
    clearTimeout(this.#holdTimer);
    const newestFirst = this.#held;
    this.#held = [];
    void this.#sendInTurn(newestFirst);
  }

  async #sendInTurn(eventIds: string[]): Promise<void> {
    for (const id of eventIds) {
      if (this.settings.paused || this.#stop.signal.aborted) return;
      await this.#attempt(id);
    }
  }

  #later(eventId: string, ms: number): void {
    this.#unschedule(eventId);
    this.#timers.set(
      eventId,
      setTimeout(() => this.#now(eventId), ms),
    );
  }

  #unschedule(eventId: string): void {
    clearTimeout(this.#timers.get(eventId));
    this.#timers.delete(eventId);
    this.#ready.delete(eventId);
  }

  #now(eventId: string): void {
    this.#unschedule(eventId);
    this.#ready.add(eventId);
    // Runs after the changes of the current request are committed.
    setImmediate(() => this.#pump());
  }

  #pump(): void {
    for (const id of this.#ready) {
      if (this.settings.paused || this.#stop.signal.aborted || this.#active >= maxParallel) return;
      if (this.#onTheWay.has(id)) continue;
      this.#ready.delete(id);
      this.#onTheWay.add(id);
      this.#active += 1;
      void this.#attempt(id).finally(() => {
        this.#onTheWay.delete(id);
        this.#active -= 1;
        this.#pump();
      });
    }
  }

  async #attempt(eventId: string): Promise<void> {
    const event = this.#world.store.get('events', eventId)?.object;
    const target = this.#target;
    if (event === undefined || target === undefined) return;
    const payload = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
    const signature = this.#sign(payload, this.#endpoint()?.secret ?? target.secret);
    const status = await this.#post(target.url, payload, signature);
    if (!this.#stop.signal.aborted) this.#afterAttempt(eventId, status);
  }

  #afterAttempt(eventId: string, status: number): void {
    const { store } = this.#world;
    const row = store.get('deliveries', eventId);
    if (row === undefined) return;
    if (status >= 200 && status < 300) {
      store.remove('deliveries', eventId);
      this.#unschedule(eventId);
      for (let copy = 0; copy < this.settings.duplicate; copy += 1) void this.#attempt(eventId);
      return;
    }
    store.put('deliveries', { id: eventId, attempts: row.attempts + 1 });
    if (this.#ready.has(eventId)) return;
    this.#later(eventId, Math.min(firstRetryMillis * 2 ** row.attempts, maxRetryMillis));
  }

  #sign(payload: string, secret: string): string {
    return webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: this.#world.clock.signatureSeconds(),
    });
  }

  async #post(url: string, body: string, signature: string): Promise<number> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(answerTimeoutMillis)]),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      // No connection or no answer in time: retried like any other failure.
      return 0;
    }
  }

  /** Resolves to true once everything is delivered, or to false after `timeoutMillis`. */
  async settled(timeoutMillis: number): Promise<boolean> {
    const until = Date.now() + timeoutMillis;
    while (Date.now() < until) {
      if (this.pendingIds().length === 0 && this.#active === 0) return true;
      await sleep(10);
    }
    return false;
  }

  pendingIds(): string[] {
    return [...this.#world.store.rows('deliveries')].map(({ id }) => id);
  }
}
