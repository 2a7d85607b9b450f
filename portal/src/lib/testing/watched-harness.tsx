import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useWatched, type Watch } from '../data/use-watched.ts';

type Listener = { change: (value: unknown) => void; fail: (error: unknown) => void };

export type WatchedControls = {
  listeners: Record<string, Listener>;
  setPath: (path: string | undefined) => void;
  /** Every text ever rendered, in order, with the path it was rendered for. */
  drawn: string[];
};

declare global {
  interface Window {
    watched: WatchedControls;
  }
}

const watch: Watch = (path, change, fail) => {
  window.watched.listeners[path] = { change, fail };
  return () => {
    delete window.watched.listeners[path];
  };
};

function Harness() {
  const [path, setPath] = useState<string>();
  window.watched.setPath = setPath;
  const live = useWatched(watch, path, (value) => `${value} tokens`);
  const text = live.state === 'ready' ? live.value : live.state;
  window.watched.drawn.push(`${path}: ${text}`);
  return <p>{text}</p>;
}

window.watched = { listeners: {}, setPath: () => {}, drawn: [] };

const root = document.getElementById('root');
if (root) createRoot(root).render(<Harness />);
