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
  /** The rules for this listener; undefined for an admin. Called once for each check. */
  readonly accessFor: () => Access | undefined;
}

/**
 * Opens a Listen call, whose messages add and remove targets. A target sends its documents at once,
 * then after each commit that affects it, each with exactly one snapshot. A target refused by the
 * rules, now or later, is removed with the cause; the stream stays open.
 */
export function openListen(options: ListenOptions, handlers: StreamHandlers): OpenStream {
  const stream = new ListenStream(options, handlers);
  return { send: (message) => stream.send(message), close: () => stream.close() };
}

interface Member {
  readonly id: number;
  readonly target: Target;
}

/**
 * Routes shared by all listeners of the same documents, to find the targets that a commit affects.
 */
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

  /** Runs `work`; an error ends this stream, but neither the commit nor other listeners. */
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
      this.#answer(answers.makeTargetChange('REMOVE', wish.remove));
      return;
    }
    const { id, add } = wish;
    if (this.#members.has(id)) {
      throw new Refusal(codes.INVALID_ARGUMENT, `Target ${id} is there already.`);
    }
    this.#highestId = Math.max(this.#highestId, id);
    this.#answer(answers.makeTargetChange('ADD', id));
    try {
      this.#add(id, readTarget(add, this.#options.documents, this.#options.name));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#answer(answers.refused(error, id));
    }
  }

  /** Checks the database name: required in the first message, optional in later ones. */
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
    if (isResumed) this.#answer(answers.makeTargetChange('RESET', id));
    this.#tell(member, target.all(), version);
    this.#answer(answers.current(id, version));
    this.#answer(answers.snapshot(version));
  }

  /** Applies the rules to a target. @returns false when the target was removed */
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
