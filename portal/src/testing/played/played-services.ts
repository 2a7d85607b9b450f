import { type HeldRequest, json, type Sent } from '../held-requests.ts';

export interface Asked {
  /** Method, host and path: 'POST identitytoolkit.googleapis.com/v1/accounts:signUp'. */
  readonly what: string;
  readonly body: unknown;
}

export type Answer =
  | { readonly status?: number; readonly json: unknown }
  | 'silence'
  | 'unreachable';

export type Player = (asked: Asked) => Answer | Promise<Answer>;

// Uploads are not JSON, and no test reads their content here.
const parseBody = ({ body }: HeldRequest): unknown =>
  /^[[{]/.test(body) ? JSON.parse(body) : undefined;

const askedBy = (request: HeldRequest): Asked => {
  const { host, pathname } = request.url;
  return { what: `${request.method} ${host}${pathname}`, body: parseBody(request) };
};

/**
 * Answers the bell's requests, which every screen makes for signed-in users: nothing is new. Tests
 * neither play them nor count them among a screen's requests.
 */
const answerToBell = ({ what }: Asked): { readonly json: unknown } | undefined => {
  if (/^GET .*\/users\/[^/]+\/settings$/.test(what)) return { json: {} };
  return /^POST .*\/users\/[^/]+:runQuery$/.test(what) ? { json: [] } : undefined;
};

/**
 * Plays the services behind the portal at the network's edge: the code that calls them is the
 * deployed one. Nothing leaves the machine.
 */
export class PlayedServices {
  readonly asked: Asked[] = [];
  readonly #players: { readonly part: string; readonly player: Player }[] = [];
  readonly #complain: (text: string) => void;

  constructor(complain: (text: string) => void) {
    this.#complain = complain;
  }

  play(part: string, player: Player | Answer): void {
    const always = typeof player === 'function' ? player : () => player;
    this.#players.unshift({ part, player: always });
  }

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
