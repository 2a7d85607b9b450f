import { RandomQueries } from '../query/testing/random.ts';
import { Chance } from '../rules/testing/random.ts';
import type { Scenario, Step } from './play.ts';
import { inDatabase, nameOf, neverMet, paths, RandomWrites } from './random-writes.ts';

type Json = Readonly<Record<string, unknown>>;

const collections = ['c', 'd', 'k', 'c/k1/c', 'c/a/d', 'zz'];
const orders = ['n', 'n desc', '__name__', 'm.a, n desc', 's desc', ''];
const masks = [['n'], ['m.a', 'arr'], ['m', 'm.b'], ['none'], ['`a b`', 's']];

/** For two transactions side by side: what each may write, so that neither waits for the other. */
const halves = [
  ['c/a', 'c/k1', 'c/a/d/e'],
  ['k/a', 'd/k1'],
] as const;
const nobodyWrites = 'c/b';

/** Calls of all kinds on a few documents, of which many meet; the same seed brings them again. */
export function randomScenario(seed: number, moves: number): Scenario {
  const scenarios = new RandomScenarios(seed);
  return {
    title: `random, seed ${seed}`,
    steps: [scenarios.world(), ...Array.from({ length: moves }, () => scenarios.next()).flat()],
  };
}

class RandomScenarios {
  readonly #chance: Chance;
  readonly #queries: RandomQueries;
  readonly #writes: RandomWrites;
  #transactions = 0;

  constructor(seed: number) {
    this.#chance = new Chance(seed);
    this.#queries = new RandomQueries(seed, 15);
    this.#writes = new RandomWrites(this.#chance);
  }

  /** Documents to begin with. */
  world(): Step {
    const writes = Object.entries(inDatabase(this.#queries.world)).map(([path, fields]) => ({
      update: { name: nameOf(path), fields },
    }));
    return called('Commit', { database: '$DB', writes });
  }

  /** One call, or a transaction from its beginning to its end. */
  next(): readonly Step[] {
    switch (this.#chance.below(12)) {
      case 0:
      case 1:
      case 2:
        return [this.#writes.batch(paths), this.#lookAtAll()];
      case 3:
        return [this.#writes.single()];
      case 4:
        return [this.#get()];
      case 5:
        return [this.#batchGet({})];
      case 6:
        return [this.#list()];
      case 7:
        return this.#transaction();
      default:
        return [this.#query({})];
    }
  }

  #lookAtAll = (): Step =>
    called('BatchGetDocuments', { database: '$DB', documents: paths.map(nameOf) });

  #mask = () => (this.#chance.once(3) ? { mask: { fieldPaths: this.#chance.oneOf(masks) } } : {});

  #path = (): string => this.#chance.oneOf([...paths, ...Object.keys(this.#queries.world)]);

  #get = (): Step => called('GetDocument', { name: nameOf(this.#path()), ...this.#mask() });

  #batchGet(transaction: Json, among?: readonly string[]): Step {
    const path = () => (among ? this.#chance.oneOf(among) : this.#path());
    const documents = Array.from({ length: 1 + this.#chance.below(4) }, () => nameOf(path()));
    return called('BatchGetDocuments', {
      ...{ database: '$DB', documents: [...new Set(documents)] },
      ...this.#mask(),
      ...transaction,
    });
  }

  #list(): Step {
    const chance = this.#chance;
    const path = chance.oneOf(collections).split('/');
    const parent = ['$DB/documents', ...path.slice(0, -1)].join('/');
    if (chance.once(4)) return called('ListCollectionIds', { parent });
    const request = { parent, collectionId: path.at(-1) };
    const size = chance.once(3) ? { pageSize: 1 + chance.below(30) } : {};
    // Google's forgets the mask when it shows missing documents.
    if (chance.once(2)) return called('ListDocuments', { ...request, ...size, showMissing: true });
    const order = chance.once(2) ? { orderBy: chance.oneOf(orders) } : {};
    return called('ListDocuments', { ...request, ...size, ...order, ...this.#mask() });
  }

  #query(transaction: Json): Step {
    const { parent, ...question } = inDatabase(this.#queries.next());
    // In a transaction Google's fails when it is asked for all collections.
    const isOfAll = !JSON.stringify(question).includes('"collectionId"');
    if (isOfAll && 'transaction' in transaction) return this.#query(transaction);
    const method = question.structuredQuery ? 'RunQuery' : 'RunAggregationQuery';
    const below = ['$DB/documents', ...(parent === '' ? [] : [parent])].join('/');
    return called(method, { parent: below, ...question, ...transaction });
  }

  #begin(options: Json): { begin: Step; transaction: Json } {
    this.#transactions += 1;
    const begins = `$tx${this.#transactions}`;
    const begin = { ...called('BeginTransaction', { database: '$DB', options }), begins };
    return { begin, transaction: { transaction: begins } };
  }

  #transaction(): readonly Step[] {
    switch (this.#chance.below(3)) {
      case 0:
        return this.#readOnly();
      case 1:
        return this.#alone();
      default:
        return this.#sideBySide();
    }
  }

  /** One that sees what was there when it began, whatever others write. */
  #readOnly(): readonly Step[] {
    const { begin, transaction } = this.#begin({ readOnly: {} });
    return [
      ...[begin, this.#batchGet(transaction), this.#writes.batch(paths)],
      ...[this.#query(transaction), this.#batchGet(transaction), this.#lookAtAll()],
      ...this.#end(transaction, this.#chance.once(6) ? paths : []),
    ];
  }

  /** One that reads and then writes, while no one else does. */
  #alone(): readonly Step[] {
    const { begin, transaction } = this.#begin({ readWrite: {} });
    const reads = Array.from({ length: this.#chance.below(3) }, () =>
      this.#chance.once(2) ? this.#batchGet(transaction) : this.#query(transaction),
    );
    return [begin, ...reads, ...this.#end(transaction, paths), this.#lookAtAll()];
  }

  /** Two that take turns. Each writes documents that the other one neither reads nor writes. */
  #sideBySide(): readonly Step[] {
    const queues = halves.map((half) => {
      const { begin, transaction } = this.#begin({ readWrite: {} });
      const read = () => this.#batchGet(transaction, [...half, nobodyWrites]);
      return [begin, read(), read(), ...this.#end(transaction, half)];
    });
    const steps: Step[] = [];
    while (queues.some((queue) => queue.length > 0)) {
      const next = this.#chance.oneOf(queues.filter((queue) => queue.length > 0)).shift();
      if (next) steps.push(next);
    }
    return [...steps, this.#lookAtAll()];
  }

  /** However it ends: it leaves no locks that others would wait for. */
  #end(transaction: Json, writable: readonly string[]): readonly Step[] {
    const commit = (writes: readonly Json[]) =>
      called('Commit', { database: '$DB', writes, ...transaction });
    const invalid = this.#chance.once(4) ? [commit(this.#writes.invalid())] : [];
    switch (this.#chance.below(6)) {
      case 0:
        return [...invalid, called('Rollback', { database: '$DB', ...transaction })];
      case 1:
        return [...invalid, commit([neverMet])];
      default:
        return [...invalid, commit(this.#writes.accepted(writable))];
    }
  }
}

const called = (method: string, request: Json): Step => ({ method, request });
