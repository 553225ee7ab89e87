import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { errorDetails } from '../api/announce-error.ts';
import { useText } from '../scope/use-plugin-scope.ts';
import { CopyDetails } from './copy-icon.tsx';
import { Lock, WarningSign } from './icons.ts';

/**
 * Nothing to show: says why and what to do.
 *
 * @example <Empty title={t('case.none')} action={<Button text={t('case.add')} onClick={add} />} />
 */
export function Empty(props: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="ks-state">
      {props.icon !== undefined && <div className="ks-state-icon">{props.icon}</div>}
      <h2 className="ks-state-title">{props.title}</h2>
      {props.text !== undefined && <div className="ks-state-text">{props.text}</div>}
      {props.action}
    </div>
  );
}

/**
 * Something could not be read: what happened, Retry, and details for support.
 *
 * @example <Failed error={query.error} onRetry={() => void query.refetch()} />
 */
export function Failed(props: { readonly error: unknown; readonly onRetry?: () => void }) {
  const t = useText('sdk');
  const error = props.error instanceof ApiError ? props.error : null;
  return (
    <div className="ks-state" role="alert">
      <div className="ks-state-icon ks-state-icon-failed">
        <WarningSign size={24} aria-hidden title={false} />
      </div>
      <h2 className="ks-state-title">{t('state.failed')}</h2>
      <div className="ks-state-text">{error?.msg || t('state.failedText')}</div>
      <div className="ks-state-actions">
        {props.onRetry && (
          <button type="button" className="bp6-button" onClick={props.onRetry}>
            {t('action.retry')}
          </button>
        )}
        {error && <CopyDetails details={errorDetails(error)} />}
      </div>
    </div>
  );
}

/**
 * What is missing to see this, and whom to ask.
 *
 * @example <Forbidden what={t('case.title')} ask={['Otieno Ouma']} />
 */
export function Forbidden(props: { readonly what: string; readonly ask?: readonly string[] }) {
  const t = useText('sdk');
  return (
    <Empty
      icon={<Lock size={24} aria-hidden title={false} />}
      title={t('state.forbidden')}
      text={
        <>
          <p>{t('state.forbiddenText', { what: props.what })}</p>
          {props.ask && props.ask.length > 0 && <p>{t('state.ask', { people: props.ask.join(', ') })}</p>}
        </>
      }
    />
  );
}

/** Stands in the place of a part that a window is too small for. */
export function MinimalAreaNotice() {
  const t = useText('sdk');
  return (
    <div className="ks-minimal-area" role="status">
      <span className="ks-exclamation" aria-hidden="true">
        !
      </span>
      {t('state.minimalArea')}
    </div>
  );
}
