import { type HeldRequest, json, type Sent } from './held-requests.ts';

type Reply =
  | { readonly result: unknown }
  | { readonly status: number; readonly message?: string }
  | 'unreachable';

export type Answer = Reply | Promise<Reply>;

export interface Asked {
  readonly name: string;
  readonly input: unknown;
  readonly authorization: string | undefined;
}

export interface Calls {
  readonly asked: readonly Asked[];
  readonly answer: (name: string, answer: Answer) => void;
}

function readCall({ url, headers, body }: HeldRequest): Asked {
  return {
    name: url.pathname.split('/').at(-1) ?? '',
    input: (JSON.parse(body) as { data?: unknown }).data,
    authorization: headers.authorization,
  };
}

function makeResponse(given: Reply): Sent {
  if (given === 'unreachable') return given;
  if ('result' in given) return json({ result: given.result });
  const { status, message } = given;
  return json({ error: message === undefined ? {} : { message } }, status);
}

export function answerCalls(
  answers: Readonly<Record<string, Answer>>,
  complain: (text: string) => void,
): Calls & { readonly reply: (request: HeldRequest) => Promise<Sent> } {
  const current = new Map(Object.entries(answers));
  const asked: Asked[] = [];
  return {
    asked,
    answer: (name, answer) => void current.set(name, answer),
    async reply(request) {
      const call = readCall(request);
      asked.push(call);
      const answer = current.get(call.name);
      if (answer === undefined) complain(`The test has no answer for ${call.name}.`);
      return makeResponse((await answer) ?? 'unreachable');
    },
  };
}
