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

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useText('sdk');
  const { icon: Icon, name } = LOOK[toast.type];
  const pause = () => {
    pauseToast(toast.id);
  };
  const resume = () => {
    resumeToast(toast.id);
  };
  return (
    <div
      className={`ks-toast ks-toast-${name}`}
      role={toast.type >= 3 ? 'alert' : 'status'}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
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
