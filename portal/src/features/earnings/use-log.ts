import { useEffect, useRef, useState } from 'react';
import { type LogLine, readLog } from '../../lib/data/public-log.ts';

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
