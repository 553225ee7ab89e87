import { useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import { useText } from '../scope/use-plugin-scope.ts';
import { useValue } from '../state/store.ts';
import { Cross, Error, InfoSign, TickCircle, WarningSign } from '../components/icons.ts';
import { CopyDetails } from '../components/copy-icon.tsx';
import { closeToast, pauseToast, resumeToast, toasts$ } from './toast-store.ts';
import type { Toast, ToastType } from './toast-store.ts';

const LOOK = {
  1: { icon: InfoSign, name: 'info' },
  2: { icon: TickCircle, name: 'success' },
  3: { icon: WarningSign, name: 'warning' },
  4: { icon: Error, name: 'fail' },
} as const satisfies Record<ToastType, unknown>;

/** How often a held toast looks whether it still is. Milliseconds. */
const HELD_CHECK_MS = 250;

/**
 * Stops a toast's clock while the pointer or the focus is in it. It looks automatically: what covers a
 * toast, or takes the focused button away, sends it no event of leaving.
 */
function useHeld(id: number) {
  const card = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return;
    pauseToast(id);
    const timer = setInterval(() => {
      const here = card.current;
      setHeld(here !== null && (here.matches(':hover') || here.contains(document.activeElement)));
    }, HELD_CHECK_MS);
    return () => {
      clearInterval(timer);
      resumeToast(id);
    };
  }, [id, isHeld]);
  const hold = () => {
    setHeld(true);
  };
  return { card, hold };
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useText('sdk');
  const { icon: Icon, name } = LOOK[toast.type];
  const { card, hold } = useHeld(toast.id);
  return (
    <div
      ref={card}
      className={`ks-toast ks-toast-${name}`}
      role={toast.type >= 3 ? 'alert' : 'status'}
      onMouseMove={({ movementX, movementY }: MouseEvent) => {
        // A toast that comes up below a resting pointer is not being read for that.
        if (movementX !== 0 || movementY !== 0) hold();
      }}
      onFocus={hold}
    >
      <Icon className="ks-toast-icon" aria-hidden title={false} />
      <span className="ks-toast-text">{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className="ks-toast-action"
          onClick={() => {
            toast.action?.onClick();
            closeToast(toast.id);
          }}
        >
          {toast.action.text}
        </button>
      )}
      {toast.details !== undefined && <CopyDetails details={toast.details} />}
      <button
        type="button"
        className="ks-icon-button"
        aria-label={t('toast.close')}
        onClick={() => {
          closeToast(toast.id);
        }}
      >
        <Cross aria-hidden title={false} />
      </button>
    </div>
  );
}

/** Draws the toasts. The host puts it once beside everything else. */
export function ToastHost() {
  const toasts = useValue(toasts$);
  const t = useText('sdk');
  return (
    <section className="ks-toasts" aria-label={t('toast.region')}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
