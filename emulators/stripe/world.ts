import Stripe from 'stripe';
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import type { Store } from './store.ts';
import { platformScope, type StoredEvent } from './tables.ts';

export type Cause = { requestId: string | null; idempotencyKey: string | null };

export const noCause: Cause = { requestId: null, idempotencyKey: null };

type NewEvent = {
  type: string;
  object: object;
  previous?: object;
  scope?: string;
  cause?: Cause;
};

export class World {
  readonly store: Store;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly merchant: string;
  #onEvent: (eventId: string) => void = () => {};

  constructor(parts: { store: Store; clock: Clock; baseUrl: string; merchant: string }) {
    this.store = parts.store;
    this.clock = parts.clock;
    this.baseUrl = parts.baseUrl;
    this.merchant = parts.merchant;
  }

  deliverWith(onEvent: (eventId: string) => void): void {
    this.#onEvent = onEvent;
  }

  /** Records an event with a copy of the object's current state, and queues its delivery. */
  emit({ type, object, previous, scope = platformScope, cause = noCause }: NewEvent): void {
    const event: StoredEvent = {
      id: newId('evt'),
      object: 'event',
      ...(scope === platformScope ? {} : { account: scope }),
      api_version: Stripe.API_VERSION,
      created: this.clock.nowSeconds(),
      data: {
        object: structuredClone(object),
        ...(previous === undefined ? {} : { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: 0,
      request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
      type,
    };
    this.store.put('events', { id: event.id, scope, object: event });
    this.#onEvent(event.id);
  }
}
