import { createHash } from 'node:crypto';
import { StripeFailure } from './errors.ts';
import type { IdempotencyRow } from './tables.ts';
import type { World } from './world.ts';

const keyLifetimeMillis = 24 * 60 * 60 * 1000;
const maxKeyLength = 255;

type Keyed = { key: string; scope: string; method: string; path: string; body: string };

/**
 * Idempotency keys, per account. A key belongs to the first request that executes with it. The same
 * request gets the stored answer; a different one is an error. While the first is still in flight,
 * others get a 409.
 */
export class Idempotency {
  readonly #world: World;
  readonly #inFlight = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Claims the key, or returns the stored answer of its first request. */
  begin(request: Keyed): IdempotencyRow | undefined {
    if (request.key.length > maxKeyLength) {
      throw new StripeFailure(
        400,
        {
          type: 'invalid_request_error',
          message: `Idempotency keys can have at most ${maxKeyLength} characters.`,
        },
        false,
      );
    }
    const id = rowId(request);
    this.prune();
    const stored = this.#world.store.get('idempotency', id);
    if (stored !== undefined) {
      if (stored.fingerprint !== fingerprint(request)) throw otherRequest(request, stored);
      return stored;
    }
    if (this.#inFlight.has(id)) {
      throw new StripeFailure(
        409,
        {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${request.key}. Please try again later.`,
        },
        false,
      );
    }
    this.#inFlight.add(id);
    return undefined;
  }

  /** Stores the answer under its key, in the same commit as the effect. */
  store(request: Keyed, answer: { status: number; body: string; requestId: string }): void {
    this.#world.store.put('idempotency', {
      id: rowId(request),
      atMillis: this.#world.clock.nowMillis(),
      fingerprint: fingerprint(request),
      path: request.path,
      ...answer,
    });
  }

  end(request: Keyed): void {
    this.#inFlight.delete(rowId(request));
  }

  /** Deletes keys older than 24 hours by the emulator's clock. */
  prune(): void {
    const oldest = this.#world.clock.nowMillis() - keyLifetimeMillis;
    for (const row of this.#world.store.rows('idempotency')) {
      // Rows are in the order they were stored.
      if (row.atMillis > oldest) return;
      this.#world.store.remove('idempotency', row.id);
    }
  }
}

function rowId({ scope, key }: Keyed): string {
  return `${scope}:${key}`;
}

function fingerprint({ method, path, body }: Keyed): string {
  const canonical = [...new URLSearchParams(body)].map((pair) => pair.join('=')).sort();
  return createHash('sha256')
    .update(JSON.stringify([method, path, canonical]))
    .digest('base64url');
}

function otherRequest({ key, path }: Keyed, stored: IdempotencyRow): StripeFailure {
  const message =
    stored.path === path
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${stored.path}'). Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeFailure(400, { type: 'idempotency_error', message }, false);
}
