import { useEffect, useEffectEvent } from 'react';

/** Acts when the browser shows the page again that it had kept: what was going on then is over. */
export function useShownAgain(act: () => void): void {
  const shownAgain = useEffectEvent(act);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) shownAgain();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
}
