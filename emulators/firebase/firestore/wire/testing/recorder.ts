import {
  type Caller,
  type Calls,
  codes,
  type DatabaseName,
  type OpenStream,
  Refusal,
  type StreamHandlers,
} from '../../contract.ts';
import type { Backend } from '../backend.ts';
import { openPort, type Port } from '../port.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly database: string;
  readonly method: string;
  readonly request: Json;
  readonly caller: Caller;
}

export interface OpenedStream extends StreamHandlers {
  readonly method: string;
  readonly caller: Caller;
  readonly received: Json[];
  isClosed: boolean;
}

export class Recorder implements Backend {
  readonly asked: Asked[] = [];
  readonly streams: OpenedStream[] = [];
  readonly cleared: DatabaseName[] = [];
  readonly rules = new Map<string, string>();
  readonly answers = new Map<string, Json | readonly Json[] | Error>();

  calls(name: DatabaseName): Calls {
    if (!name.project.startsWith('demo-')) {
      throw new Refusal(codes.PERMISSION_DENIED, `${name.project} is not served`);
    }
    const database = `${name.project}/${name.database}`;
    const answerTo = async (method: string, request: Json, caller: Caller) => {
      this.asked.push({ database, method, request, caller });
      const answer = this.answers.get(method);
      if (answer instanceof Error) throw answer;
      return answer;
    };
    return {
      one: async (method, request, caller) => {
        const answer = await answerTo(method, request, caller);
        return answer && !isList(answer) ? answer : {};
      },
      many: async (method, request, caller) => {
        const answer = await answerTo(method, request, caller);
        return answer && isList(answer) ? answer : [];
      },
      open: (method, caller, handlers) => this.#open(method, caller, handlers),
    };
  }

  #open(method: string, caller: Caller, handlers: StreamHandlers): OpenStream {
    const stream: OpenedStream = { method, caller, received: [], isClosed: false, ...handlers };
    this.streams.push(stream);
    return {
      send: (message) => stream.received.push(message),
      close: () => {
        stream.isClosed = true;
      },
    };
  }

  async clear(name: DatabaseName): Promise<void> {
    this.cleared.push(name);
  }

  setRules(project: string, text: string): void {
    if (text === 'wrong') throw new Refusal(codes.INVALID_ARGUMENT, 'L1:1 wrong');
    this.rules.set(project, text);
  }

  coverage(project: string): unknown {
    return { report: [this.rules.get(project)] };
  }
}

const isList = (answer: Json | readonly Json[]): answer is readonly Json[] => Array.isArray(answer);

export async function openRecorder(): Promise<{
  readonly recorder: Recorder;
  readonly port: Port;
}> {
  const recorder = new Recorder();
  return { recorder, port: await openPort(recorder, 0) };
}
