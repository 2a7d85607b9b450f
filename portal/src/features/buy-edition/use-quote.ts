import { type EditionQuote, getEditionQuote } from '@datchain/shared/contracts/calls/editions.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/calls/callables.ts';
import { useSeenAgain } from '../../lib/data/use-seen-again.ts';
import { useShownAgain } from '../../lib/data/use-shown-again.ts';
import type { Live } from '../../lib/data/use-watched.ts';

const FIRST_RETRY_MILLIS = 2_000;
const MAX_RETRY_MILLIS = 30_000;

interface Asked {
  /** Undefined until the user and the edition are known: no quote is requested before. */
  readonly uid: string | undefined;
  readonly datId: string;
  readonly editionNumber: number;
}

/**
 * Requests what an edition takes from the user's wallet and card (N-BUY-05). It asks again when the
 * tab is seen again, the network returns, a request failed, or `seen` changes: a digest of the
 * edition's public data.
 */
export function useQuote({ uid, datId, editionNumber }: Asked, seen: string | undefined) {
  const [quote, setQuote] = useState<Live<EditionQuote>>({ state: 'loading' });
  const [failures, setFailures] = useState(0);
  const asked = useRef(0);
  const seenBefore = useRef<string>(undefined);

  const ask = useCallback(async () => {
    if (uid === undefined) return;
    asked.current += 1;
    const question = asked.current;
    try {
      const value = await call(getEditionQuote, { datId, editionNumber });
      if (question !== asked.current) return;
      setQuote({ state: 'ready', value });
      setFailures(0);
    } catch (error) {
      if (question !== asked.current) return;
      warnLater('The price of the edition could not be loaded.', error);
      setQuote((before) => (before.state === 'ready' ? before : { state: 'failed' }));
      setFailures((before) => before + 1);
    }
  }, [uid, datId, editionNumber]);

  useEffect(() => void ask(), [ask]);
  useSeenAgain(() => void ask());
  useShownAgain(() => void ask());

  useEffect(() => {
    const before = seenBefore.current;
    seenBefore.current = seen;
    if (before !== undefined && before !== seen) void ask();
  }, [seen, ask]);

  useEffect(() => {
    if (failures === 0) return;
    const wait = Math.min(MAX_RETRY_MILLIS, FIRST_RETRY_MILLIS * 2 ** (failures - 1));
    const timer = setTimeout(() => void ask(), wait);
    return () => clearTimeout(timer);
  }, [failures, ask]);

  return { quote, ask };
}
