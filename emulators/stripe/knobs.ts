import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, sendJson } from '@datchain/emulators-common/http.ts';
import type { Calls } from './calls.ts';
import { type Delivery, type DeliverySettings, defaultDelivery } from './delivery.ts';
import { StripeFailure } from './errors.ts';
import { type Faults, faultShape } from './faults.ts';
import type { FormTree } from './form.ts';
import { newId } from './ids.ts';
import { fields, flag, maybe, oneOf, text, whole } from './params.ts';
import { disconnect, finishOnboarding } from './resources/accounts.ts';
import { recordMovement } from './resources/balance-transactions.ts';
import { closeDispute, openDispute } from './resources/disputes.ts';
import { declineSession, paySession } from './resources/payments.ts';
import { expireDueSessions, findAnySession } from './resources/sessions.ts';
import { platformScope } from './tables.ts';
import type { World } from './world.ts';

export type KnobParts = { world: World; delivery: Delivery; faults: Faults; calls: Calls };

type Knob = (parts: KnobParts, input: FormTree, url: URL) => object | Promise<object>;

const settleTimeoutMillis = 10_000;

/** The controls that tests have over the emulator, each a `METHOD /_test/…` with a JSON body. */
const knobs: Record<string, Knob> = {
  'GET /_test/calls': ({ calls }, _input, url) => ({
    calls: calls.list({
      method: url.searchParams.get('method'),
      path: url.searchParams.get('path'),
    }),
  }),
  'POST /_test/reset': async ({ world, delivery, faults, calls }) => {
    delivery.clear();
    faults.clear();
    calls.clear();
    world.store.clear();
    world.clock.offsetMillis = 0;
    return {};
  },
  'POST /_test/pay': ({ world }, input) => attempt(world, input, paySession),
  'POST /_test/decline': ({ world }, input) => attempt(world, input, declineSession),
  'POST /_test/faults': ({ faults }, input) => {
    const { times, stored, ...fault } = faultShape(input, '');
    if (fault.kind === '429' && fault.mode === 'after') {
      throw badKnob('A 429 never follows an effect: use mode "before".');
    }
    faults.add({ ...fault, times: times ?? 1, stored: stored !== 'false' });
    return { faults: faults.list() };
  },
  'GET /_test/faults': ({ faults }) => ({ faults: faults.list() }),
  'DELETE /_test/faults': ({ faults }) => {
    faults.clear();
    return { faults: [] };
  },
  'POST /_test/webhooks': ({ delivery }, input) => {
    delivery.configure(deliveryChange(input));
    return {};
  },
  'POST /_test/webhooks/settle': async ({ delivery }, input) => {
    const { timeoutMillis } = fields({ timeoutMillis: maybe(whole(1)) })(input, '');
    return { settled: await delivery.settled(timeoutMillis ?? settleTimeoutMillis) };
  },
  'GET /_test/clock': ({ world }) => clockState(world),
  'POST /_test/clock': ({ world }, input) => {
    const { advanceMillis } = fields({ advanceMillis: whole(Number.MIN_SAFE_INTEGER) })(input, '');
    world.clock.offsetMillis += advanceMillis;
    world.store.put('settings', { id: 'clock', offsetMillis: world.clock.offsetMillis });
    expireDueSessions(world);
    return clockState(world);
  },
  'POST /_test/topup': ({ world }, input) => {
    const { amount } = fields({ amount: whole(1) })(input, '');
    return recordMovement(world, {
      scope: platformScope,
      type: 'topup',
      amount,
      source: newId('tu'),
      description: 'Top-up by a test',
    });
  },
  'POST /_test/onboard': ({ world }, input) => {
    const outcome = oneOf('enabled', 'abandoned', 'incomplete', 'reviewed', 'rejected');
    const asked = fields({ account: text(), outcome })(input, '');
    return finishOnboarding(world, asked.account, asked.outcome);
  },
  'POST /_test/disconnect': ({ world }, input) => {
    disconnect(world, fields({ account: text() })(input, '').account);
    return {};
  },
  'POST /_test/disputes': ({ world }, input) =>
    openDispute(world, fields({ paymentIntent: text() })(input, '').paymentIntent),
  'POST /_test/disputes/close': ({ world }, input) =>
    closeDispute(world, fields({ dispute: text(), status: oneOf('won', 'lost') })(input, '')),
};

/** Answers a `/_test/…` request; an unknown knob or a wrong body is a 4xx. */
export async function serveKnobs(
  parts: KnobParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', parts.world.baseUrl);
  const name = `${request.method} ${url.pathname}`;
  const knob = knobs[name];
  if (knob === undefined) {
    const known = Object.keys(knobs).join(', ');
    return sendJson(response, 404, JSON.stringify({ error: `No knob ${name}. Known: ${known}` }));
  }
  try {
    const input = inputOf(await readBody(request));
    const answer = await knob(parts, input, url);
    sendJson(response, 200, JSON.stringify(answer));
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    sendJson(response, error.status, JSON.stringify({ error: error.message }));
  }
}

function attempt(world: World, input: FormTree, act: typeof paySession): object {
  const { sessionId, email } = fields({ sessionId: text(), email: maybe(text()) })(input, '');
  const row = findAnySession(world, sessionId);
  if (row === undefined) throw badKnob(`No such session: ${sessionId}`);
  return { outcome: act(world, row, email ?? null), session: row.object };
}

const deliveryShape = fields({
  paused: maybe(flag),
  duplicate: maybe(whole(0)),
  reorder: maybe(flag),
  drop: maybe(whole(0)),
});

function deliveryChange(input: FormTree): Partial<DeliverySettings> {
  if (input.reset === 'true') return defaultDelivery;
  return Object.fromEntries(
    Object.entries(deliveryShape(input, '')).filter(([, value]) => value !== undefined),
  );
}

function clockState(world: World): object {
  return { nowMillis: world.clock.nowMillis() };
}

function badKnob(message: string): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message }, false);
}

/** Turns a JSON body into a form tree, so that the form readers can read it. */
function inputOf(body: string): FormTree {
  if (body === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badKnob('The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badKnob('The body must be a JSON object.');
  }
  return Object.fromEntries(Object.entries(value).map(([key, leaf]) => [key, String(leaf)]));
}
