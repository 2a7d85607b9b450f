import { useEffect, useEffectEvent } from 'react';

/**
 * Acts when the browser restores the page from its back/forward cache: anything in progress then is
 * over.
 */
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
