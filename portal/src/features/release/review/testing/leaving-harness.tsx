import '../../../../app/history-guard.ts';
import { lazy, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { SiteLink } from '../../../../app/site-link.tsx';
import { useLeaveWarning } from '../use-leave-warning.ts';

export type LeavingControls = {
  answer: boolean;
  questions: string[];
  stops: number;
  begun: number;
  load: () => void;
};

declare global {
  interface Window {
    leaving: LeavingControls;
  }
}

/** Renders the screen again, as upload progress does at any time, even during a question. */
let drawAgain = (): void => {};
const loaded = Promise.withResolvers<void>();

window.leaving = {
  answer: false,
  questions: [],
  stops: 0,
  begun: 0,
  load: loaded.resolve,
};
window.confirm = (question) => {
  window.leaving.questions.push(String(question));
  drawAgain();
  return window.leaving.answer;
};

function Uploading() {
  const [isBusy, setBusy] = useState(() => {
    window.leaving.begun += 1;
    return true;
  });
  const [drawn, setDrawn] = useState(0);
  drawAgain = () => setDrawn((count) => count + 1);
  useLeaveWarning(isBusy, () => {
    window.leaving.stops += 1;
    setBusy(false);
  });
  return (
    <p>
      {isBusy ? 'uploading' : 'stopped'} {drawn}
    </p>
  );
}

// A screen in its own chunk, like all of them: the old screen stays until it has loaded.
const Wallet = lazy(async () => {
  await loaded.promise;
  return { default: () => <p>wallet</p> };
});

function Site() {
  return (
    <BrowserRouter>
      <SiteLink href="/wallet">Wallet</SiteLink>
      <SiteLink href="/view-dat-submission">Review</SiteLink>
      <Suspense>
        <Routes>
          <Route path="/view-dat-submission" element={<Uploading />} />
          <Route path="/wallet" element={<Wallet />} />
          <Route path="*" element={<p>before</p>} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Site />);
