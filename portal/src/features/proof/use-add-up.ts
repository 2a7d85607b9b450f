import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useEffect, useRef, useState } from 'react';
import { addUp } from './check-balance.ts';
import { type DayFault, isFault, type LoggedDay } from './logged-day.ts';
import type { AddedList } from './whole-list.ts';

export type Adding =
  | { readonly state: 'idle' }
  | { readonly state: 'adding'; readonly files: number }
  | { readonly state: 'added'; readonly list: AddedList }
  | { readonly state: 'faulty'; readonly fault: DayFault }
  | { readonly state: 'failed' };

/** Adds up a day's whole list when asked to; leaving the screen ends it. */
export function useAddUp(day: LoggedDay) {
  const [adding, setAdding] = useState<Adding>({ state: 'idle' });
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const begin = async () => {
    setAdding({ state: 'adding', files: 0 });
    const onRead = (files: number) => {
      if (isGone.current) throw new Error('Nobody looks any more');
      setAdding({ state: 'adding', files });
    };
    try {
      const list = await addUp(day, onRead);
      setAdding(isFault(list) ? { state: 'faulty', fault: list } : { state: 'added', list });
    } catch (error) {
      if (isGone.current) return;
      warnLater('The list of coins could not be added up.', error);
      setAdding({ state: 'failed' });
    }
  };
  return { adding, begin };
}
