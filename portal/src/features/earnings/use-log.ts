import { useEffect, useRef, useState } from 'react';
import { type LogLine, readLogLines } from './log-lines.ts';

/** The public log of one work; empty where it cannot be read, or the work is newer than it. */
async function readLog(datId: string): Promise<LogLine[]> {
  try {
    const answer = await fetch(`/data/v1/log/${encodeURIComponent(datId)}.jsonl`);
    const isLog = answer.ok && !answer.headers.get('content-type')?.includes('html');
    return isLog ? readLogLines(await answer.text()) : [];
  } catch (error) {
    console.warn(`The public log of ${datId} could not be read.`, error);
    return [];
  }
}

/** The public log of some works, by their id, each as soon as it has come. */
export function useLog(datIds: readonly string[]): ReadonlyMap<string, readonly LogLine[]> {
  const [logs, setLogs] = useState<ReadonlyMap<string, readonly LogLine[]>>(new Map());
  const asked = useRef(new Set<string>());
  const key = JSON.stringify([...new Set(datIds)].sort());
  useEffect(() => {
    for (const datId of JSON.parse(key) as string[]) {
      if (asked.current.has(datId)) continue;
      asked.current.add(datId);
      void readLog(datId).then((lines) => setLogs((before) => new Map(before).set(datId, lines)));
    }
  }, [key]);
  return logs;
}
