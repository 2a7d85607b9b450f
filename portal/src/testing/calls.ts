import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import type { BrowserContext, Route } from '@playwright/test';

type Reply =
  | { readonly result: unknown }
  | { readonly status: number; readonly message?: string }
  | 'unreachable';

/** How a call is answered: with its result, refused, or not at all; a promise keeps it waiting. */
export type Answer = Reply | Promise<Reply>;

/** A call that the page made, as it went over the wire. */
export interface Asked {
  readonly name: string;
  readonly input: unknown;
  readonly authorization: string | undefined;
}

export interface Calls {
  /** Every call so far, in order. */
  readonly asked: readonly Asked[];
  /** Answers this call so from now on. */
  readonly answer: (name: string, answer: Answer) => void;
}

function readCall(route: Route): Asked {
  const request = route.request();
  const body: unknown = request.postDataJSON();
  return {
    name: new URL(request.url()).pathname.split('/').at(-1) ?? '',
    input: (body as { data?: unknown }).data,
    authorization: request.headers().authorization,
  };
}

function reply(route: Route, given: Reply): Promise<void> {
  if (given === 'unreachable') return route.abort();
  if ('result' in given) return route.fulfill({ json: { result: given.result } });
  const { status, message } = given;
  return route.fulfill({ status, json: { error: message === undefined ? {} : { message } } });
}

/** Answers the calls of a profile's pages; `complain` hears of one that has no answer. */
export async function answerCalls(
  context: BrowserContext,
  answers: Readonly<Record<string, Answer>>,
  complain: (text: string) => void,
): Promise<Calls> {
  const current = new Map(Object.entries(answers));
  const asked: Asked[] = [];
  await context.route(`**/${functionsRegion}/*`, async (route) => {
    const call = readCall(route);
    asked.push(call);
    const answer = current.get(call.name);
    if (answer === undefined) complain(`The test has no answer for ${call.name}.`);
    await reply(route, (await answer) ?? 'unreachable');
  });
  return { asked, answer: (name, answer) => void current.set(name, answer) };
}
