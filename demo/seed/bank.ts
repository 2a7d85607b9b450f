import { handleEvent } from '@datchain/functions/calls/stripe-webhook.ts';
import { environment } from '@datchain/functions/environment.ts';
import type { Services } from '@datchain/functions/services.ts';

type Event = Parameters<typeof handleEvent>[1];

const ALL_EVENTS = 1_000_000;

/**
 * The Stripe emulator in the past. Its clock moves with the story, and the webhook's code handles its events
 * here at their time. Its records then have the dates of the story.
 */
export class Bank {
  #offsetMillis = 0;
  #lastEvent: string | undefined;

  async #turn(knob: string, body: object): Promise<unknown> {
    const url = new URL(`/_test/${knob}`, environment().stripe.apiBase);
    const init = { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(url, init);
    if (!answer.ok) throw new Error(`The Stripe emulator: ${knob}: ${await answer.text()}`);
    return answer.json();
  }

  /** Suppresses its webhooks, because the functions' clock is today's. */
  begin = () => this.#turn('webhooks', { drop: ALL_EVENTS });

  async end(): Promise<void> {
    await this.#advance(-this.#offsetMillis);
    await this.#turn('webhooks', { reset: true });
  }

  async goTo(moment: number): Promise<void> {
    await this.#advance(moment - Date.now() - this.#offsetMillis);
  }

  async #advance(advanceMillis: number): Promise<void> {
    await this.#turn('clock', { advanceMillis: Math.round(advanceMillis) });
    this.#offsetMillis += Math.round(advanceMillis);
  }

  pay = (sessionId: string) => this.#turn('pay', { sessionId });
  onboard = (account: string) => this.#turn('onboard', { account, outcome: 'enabled' });

  async dispute(paymentIntent: string): Promise<string> {
    const dispute = (await this.#turn('disputes', { paymentIntent })) as { id: string };
    return dispute.id;
  }
  closeDispute = (dispute: string, status: 'won' | 'lost') =>
    this.#turn('disputes/close', { dispute, status });

  /** Handles all events since the last call, oldest first. */
  async tell(all: Services): Promise<void> {
    const since = this.#lastEvent === undefined ? {} : { ending_before: this.#lastEvent };
    const events: Event[] = [];
    for await (const event of all.stripe.events.list({ limit: 100, ...since })) events.push(event);
    // Without a starting point, the newest comes first.
    if (this.#lastEvent === undefined) events.reverse();
    for (const event of events) await handleEvent(all, event);
    this.#lastEvent = events.at(-1)?.id ?? this.#lastEvent;
  }
}
