import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

const BUFFER_CHARS = 1 << 20;
const BLOCK_BYTES = 1 << 20;

/** Writes values as JSON, one per line, without holding all of them in memory. */
export function openJsonLines(path: string): { add(value: unknown): void; close(): void } {
  const opened = openSync(path, 'w');
  let waiting = '';
  const flush = () => {
    writeFileSync(opened, waiting);
    waiting = '';
  };
  return {
    add: (value) => {
      waiting += `${JSON.stringify(value)}\n`;
      if (waiting.length > BUFFER_CHARS) flush();
    },
    close: () => {
      flush();
      closeSync(opened);
    },
  };
}

export function* readJsonLines<Value>(path: string): Generator<Value> {
  const opened = openSync(path, 'r');
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let size = readSync(opened, block); size > 0; size = readSync(opened, block)) {
      const lines = (rest + decoder.decode(block.subarray(0, size), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  } finally {
    closeSync(opened);
  }
}
