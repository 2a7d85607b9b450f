import type { FunctionDeclaration } from './syntax.ts';

export interface BoundFunction<T> {
  readonly declaration: FunctionDeclaration;
  readonly scope: Scope<T>;
}

/** A lexical scope; unknown names are looked up in the enclosing scope. */
export class Scope<T> {
  readonly #around: Scope<T> | undefined;
  readonly #variables: ReadonlyMap<string, T>;
  readonly #functions: ReadonlyMap<string, BoundFunction<T>>;

  constructor({
    around,
    variables = new Map(),
    functions = [],
  }: {
    around?: Scope<T>;
    variables?: ReadonlyMap<string, T>;
    functions?: readonly FunctionDeclaration[];
  }) {
    this.#around = around;
    this.#variables = variables;
    this.#functions = new Map(
      functions.map((declaration) => [declaration.name, { declaration, scope: this }]),
    );
  }

  has(name: string): boolean {
    return this.#variables.has(name) || (this.#around?.has(name) ?? false);
  }

  lookUp(name: string): T | undefined {
    return this.#variables.has(name) ? this.#variables.get(name) : this.#around?.lookUp(name);
  }

  findFunction(name: string): BoundFunction<T> | undefined {
    return this.#functions.get(name) ?? this.#around?.findFunction(name);
  }

  with(name: string, value: T): Scope<T> {
    return new Scope({ around: this, variables: new Map([[name, value]]) });
  }
}
