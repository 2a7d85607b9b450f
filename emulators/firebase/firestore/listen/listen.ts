import {
  type Access,
  type Change,
  codes,
  type DatabaseName,
  type Documents,
  type Micros,
  type OpenStream,
  Refusal,
  type StreamHandlers,
} from '../contract.ts';
import { type Json, readString } from '../query/json.ts';
import { checkDatabaseName } from '../values/resource-names.ts';
import * as answers from './answers.ts';
import { readListenRequest, readTarget, type TargetRequest } from './request.ts';
import { Routes, type Subscriber } from './routes.ts';
import type { Difference, Target } from './target.ts';

export interface ListenOptions {
  readonly documents: Documents;
  readonly name: DatabaseName;
  /** The rules for this listener; undefined for an admin. Called once for each question. */
  readonly accessFor: () => Access | undefined;
}

/**
 * The Listen call: targets come and go by messages; what they show is told at once, and then after
 * each commit that concerns them, which ends in exactly one snapshot. A target that the rules
 * refuse, then or later, is removed with the cause, and the stream lives on.
 */
export function openListen(options: ListenOptions, handlers: StreamHandlers): OpenStream {
  const stream = new ListenStream(options, handlers);
  return { send: (message) => stream.send(message), close: () => stream.close() };
}

/** A target of one stream. */
interface Member {
  readonly id: number;
  readonly target: Target;
}

/** Those who listen to the same documents share the work of finding whom a commit concerns. */
const allRoutes = new WeakMap<Documents, Routes<Member>>();

function routesOf(documents: Documents): Routes<Member> {
  const routes = allRoutes.get(documents) ?? new Routes<Member>(documents);
  allRoutes.set(documents, routes);
  return routes;
}

class ListenStream implements Subscriber<Member> {
  readonly #options: ListenOptions;
  readonly #handlers: StreamHandlers;
  readonly #routes: Routes<Member>;
  readonly #members = new Map<number, Member>();
  #highestId = 0;
  #isFirst = true;
  #isOpen = true;

  constructor(options: ListenOptions, handlers: StreamHandlers) {
    this.#options = options;
    this.#handlers = handlers;
    this.#routes = routesOf(options.documents);
  }

  send(message: Json): void {
    this.#try(() => this.#receive(message));
  }

  close(): void {
    this.#isOpen = false;
    for (const member of [...this.#members.values()]) this.#forget(member);
  }

  onCommit(version: Micros, touched: ReadonlyMap<Member, readonly Change[]>): void {
    this.#try(() => {
      let isSnapshot = false;
      for (const [member, changes] of touched) {
        if (this.#members.get(member.id) !== member || !this.#mayLook(member)) continue;
        const difference = member.target.after(changes);
        if (difference.shown.length + difference.hidden.length === 0) continue;
        this.#tell(member, difference, version);
        isSnapshot = true;
      }
      if (isSnapshot) this.#answer(answers.snapshot(version));
    });
  }

  /** What goes wrong ends this stream, and neither a commit nor the other listeners. */
  #try(work: () => void): void {
    if (!this.#isOpen) return;
    try {
      work();
    } catch (error) {
      this.close();
      this.#handlers.onEnd(
        error instanceof Refusal ? error : new Refusal(codes.INTERNAL, String(error)),
      );
    }
  }

  #receive(message: Json): void {
    this.#checkDatabase(message);
    const wish = readListenRequest(message, this.#highestId + 1);
    if ('remove' in wish) {
      const member = this.#members.get(wish.remove);
      if (!member) return;
      this.#forget(member);
      this.#answer(answers.changeOf('REMOVE', wish.remove));
      return;
    }
    const { id, add } = wish;
    if (this.#members.has(id)) {
      throw new Refusal(codes.INVALID_ARGUMENT, `Target ${id} is there already.`);
    }
    this.#highestId = Math.max(this.#highestId, id);
    this.#answer(answers.changeOf('ADD', id));
    try {
      this.#add(id, readTarget(add, this.#options.documents, this.#options.name));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#answer(answers.refused(error, id));
    }
  }

  /** The first message has to name the database, the others may. */
  #checkDatabase(message: Json): void {
    const name = readString(message.database, 'ListenRequest.database');
    if (name === '' && this.#isFirst) {
      throw new Refusal(codes.INVALID_ARGUMENT, "'database' must be set on the first request.");
    }
    this.#isFirst = false;
    if (name !== '') checkDatabaseName(name, this.#options.name);
  }

  #add(id: number, { target, isResumed }: TargetRequest): void {
    const member: Member = { id, target };
    this.#members.set(id, member);
    if (!this.#mayLook(member)) return;
    this.#routes.add(target.places, this, member);
    const version = this.#options.documents.tell();
    if (isResumed) this.#answer(answers.changeOf('RESET', id));
    this.#tell(member, target.all(), version);
    this.#answer(answers.current(id, version));
    this.#answer(answers.snapshot(version));
  }

  /** Asks the rules. @returns false when the target is gone */
  #mayLook(member: Member): boolean {
    try {
      const access = this.#options.accessFor();
      if (access) member.target.askFor(access);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#forget(member);
      this.#answer(answers.refused(error, member.id));
      return false;
    }
  }

  #tell({ id, target }: Member, difference: Difference, version: Micros): void {
    for (const document of difference.shown) {
      this.#answer(answers.shown(target.json(document), id));
    }
    const { name } = this.#options;
    const maySee = ({ path, document }: Difference['hidden'][number]) => {
      try {
        this.#options.accessFor()?.get(path, document);
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    };
    for (const each of difference.hidden) {
      this.#answer(answers.hidden(each, { id, target, name, version, maySee }));
    }
  }

  #forget(member: Member): void {
    this.#members.delete(member.id);
    this.#routes.remove(member.target.places, member);
  }

  #answer(message: Json): void {
    if (this.#isOpen) this.#handlers.onAnswer(message);
  }
}
