import { UNKNOWN } from '@datchain/shared/domain/format.ts';

/** Links to lines of the public log; a dash without lines, or until they are published. */
export function LogLink({ numbers }: { numbers: readonly number[] }) {
  if (numbers.length === 0) return UNKNOWN;
  const text = numbers.length === 1 ? `Line ${numbers[0]}` : `${numbers.length} lines`;
  return (
    <a className="row-link" href={logPath(numbers)}>
      {text}
    </a>
  );
}

export const logPath = (numbers: readonly number[]): string =>
  `/verify#${numbers.length === 1 ? 'line' : 'lines'}-${numbers.join(',')}`;
