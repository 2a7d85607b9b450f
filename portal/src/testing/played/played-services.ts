import { type HeldRequest, json, type Sent } from '../held-requests.ts';

/** A question of the page to one of the services behind it. */
export interface Asked {
  /** Method, host and path: 'POST identitytoolkit.googleapis.com/v1/accounts:signUp'. */
  readonly what: string;
  readonly body: unknown;
}

/**
 * What a service says; `silence` is an answer that never comes, and `unreachable` no connection.
 */
export type Answer =
  | { readonly status?: number; readonly json: unknown }
  | 'silence'
  | 'unreachable';

export type Player = (asked: Asked) => Answer | Promise<Answer>;

// An upload is not JSON; what it holds is no one's question here.
const bodyOf = ({ body }: HeldRequest): unknown =>
  /^[[{]/.test(body) ? JSON.parse(body) : undefined;

const askedBy = (request: HeldRequest): Asked => {
  const { host, pathname } = request.url;
  return { what: `${request.method} ${host}${pathname}`, body: bodyOf(request) };
};

/**
 * What the bell asks on every screen, whoever is signed in: here nothing is new. No test of another
 * screen has to play it, or to count it among what its screen asks.
 */
const answerToBell = ({ what }: Asked): { readonly json: unknown } | undefined => {
  if (/^GET .*\/users\/[^/]+\/settings$/.test(what)) return { json: {} };
  return /^POST .*\/users\/[^/]+:runQuery$/.test(what) ? { json: [] } : undefined;
};

/**
 * The services behind the portal, played by a test at the network's edge: what asks them is the
 * deployed code. Nothing leaves the machine.
 */
export class PlayedServices {
  /** Everything that was asked, in its order. */
  readonly asked: Asked[] = [];
  readonly #players: { readonly part: string; readonly player: Player }[] = [];
  readonly #complain: (text: string) => void;

  constructor(complain: (text: string) => void) {
    this.#complain = complain;
  }

  /** Plays what has `part` in its address, instead of what was played before. */
  play(part: string, player: Player | Answer): void {
    const always = typeof player === 'function' ? player : () => player;
    this.#players.unshift({ part, player: always });
  }

  /** What was asked of addresses that have `part` in them. */
  askedOf(part: string): Asked[] {
    return this.asked.filter(({ what }) => what.includes(part));
  }

  async answer(request: HeldRequest): Promise<Sent> {
    const asked = askedBy(request);
    const ofBell = answerToBell(asked);
    if (ofBell) return json(ofBell.json);
    this.asked.push(asked);
    const found = this.#players.find(({ part }) => asked.what.includes(part));
    if (!found) {
      this.#complain(`The test does not play ${asked.what}.`);
      return 'unreachable';
    }
    const answer = await found.player(asked);
    return typeof answer === 'string' ? answer : json(answer.json, answer.status);
  }
}
