import { useEffect, useState } from 'react';

export type ToastMessage = {
  /** A new id restarts the time, even for the same text. */
  id: number | string;
  text: string;
  action?: { label: string; onAction: () => void };
};

type ToastRegionProps = {
  toast: ToastMessage | null;
  onDismiss: () => void;
  /** The display time in milliseconds; hover and focus pause it. */
  stayMillis?: number;
};

/** The region of short messages, announced politely. Mount it once, empty. */
export function ToastRegion({ toast, onDismiss, stayMillis = 6000 }: ToastRegionProps) {
  const [held, setHeld] = useState(false);
  const id = toast?.id;
  useEffect(() => {
    if (id === undefined || held) return;
    const timer = setTimeout(onDismiss, stayMillis);
    return () => clearTimeout(timer);
  }, [id, held, onDismiss, stayMillis]);

  return (
    <div className="toast-region" role="status">
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing only stops the clock
        <div
          key={toast.id}
          className="toast"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {toast.text}
          {toast.action && (
            <button
              type="button"
              onClick={() => {
                toast.action?.onAction();
                onDismiss();
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
