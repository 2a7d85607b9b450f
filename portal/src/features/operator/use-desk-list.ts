import {
  type DeskListName,
  type DeskPage,
  type DeskRow,
  getDeskPage,
  type OperatorDesk,
} from '@datchain/shared/contracts/calls/operators.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/calls/callables.ts';

const failed = 'The list could not be read. Try again.';

export interface ShownList<List extends DeskListName> extends DeskPage<List> {
  /** The search text; empty for none. */
  readonly search: string;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly find: (search: string) => void;
  readonly more: () => void;
}

interface Read<List extends DeskListName> extends DeskPage<List> {
  readonly desk: OperatorDesk;
  readonly search: string;
}

/**
 * Loads pages and searches of one list (N-PPL-18). A refreshed desk starts again with the first
 * page of the list or the search.
 */
export function useDeskList<List extends DeskListName>(
  desk: OperatorDesk,
  list: List,
): ShownList<List> {
  const first = { rows: desk[list] as DeskRow<List>[], next: desk.next[list] };
  const [read, setRead] = useState<Read<List>>({ ...first, desk, search: '' });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** The number of the last request: answers to earlier ones are dropped. */
  const asked = useRef(0);

  const ask = async (search: string, before: readonly DeskRow<List>[], after: string | null) => {
    asked.current += 1;
    const question = asked.current;
    setBusy(true);
    setFailure(undefined);
    try {
      const input = { list, search, ...(after !== null && { after }) };
      const page = (await call(getDeskPage, input)) as DeskPage<List>;
      if (question !== asked.current) return;
      setRead({ desk, search, rows: [...before, ...page.rows], next: page.next });
    } catch (error) {
      console.warn(failed, error);
      if (question === asked.current) setFailure(readErrorSentence(error, failed));
    }
    if (question === asked.current) setBusy(false);
  };
  const begin = (search: string) => {
    if (search !== '') return void ask(search, [], null);
    asked.current += 1;
    setBusy(false);
    setFailure(undefined);
    setRead({ ...first, desk, search });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another desk begins anew
  useEffect(() => {
    if (read.desk !== desk) begin(read.search);
  }, [desk]);

  return {
    rows: read.rows,
    next: read.next,
    search: read.search,
    isBusy,
    failure,
    find: begin,
    more: () => void ask(read.search, read.rows, read.next),
  };
}
