import type { Emulator } from './firestore-emulator.ts';

interface Position {
  readonly line: number;
  readonly currentOffset: number;
  readonly endOffset: number;
}

/** The result of an expression; an error names its position, an unfinished evaluation does not. */
interface Value {
  readonly boolValue?: boolean;
  readonly undefined?: { readonly sourcePosition?: Position };
}

interface Expression {
  readonly sourcePosition: Position;
  readonly values?: readonly { readonly value: Value }[];
  readonly children?: readonly Expression[];
}

interface Report {
  readonly rules: { readonly files: readonly { readonly content: string }[] };
  readonly report: readonly Expression[];
}

/**
 * Lists conditions that the tests have only seen true, only seen refuse, or not seen at all, each
 * as `line: text`. Operands of `&&` and `||` count separately: `&&` stops at the first refusal, so
 * an operand that was seen to refuse was the reason for a refusal.
 */
export async function halfTestedConditions(
  { host, port }: Emulator,
  projectId: string,
): Promise<string[]> {
  const url = `http://${host}:${port}/emulator/v1/projects/${projectId}:ruleCoverage`;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The emulator cannot report: ${await response.text()}`);
  const { report, rules } = (await response.json()) as Report;
  const source = rules.files[0]?.content ?? '';
  return report
    .flatMap((root) => [...conditions(root)])
    .filter(isHalfTested)
    .map(({ sourcePosition: { line, currentOffset, endOffset } }) => {
      const text = source.slice(currentOffset, endOffset + 1).replace(/\s+/g, ' ');
      return `${line}: ${text}`;
    })
    .filter((condition) => !/: true$/.test(condition));
}

function* conditions(root: Expression): Generator<Expression> {
  const isBoolean = root.values?.some(({ value }) => value.boolValue !== undefined);
  if (isBoolean || !root.values) yield root;
  for (const child of root.children ?? []) if (child.values) yield* conditions(child);
}

function isHalfTested({ values = [] }: Expression): boolean {
  const held = values.some(({ value }) => value.boolValue === true);
  const refused = values.some(
    ({ value }) => value.boolValue === false || value.undefined?.sourcePosition !== undefined,
  );
  return !held || !refused;
}
