import { confirm, formatDateTime, showToast, useEndpoint } from '@kituo/sdk';
import { mfa } from '@kituo/sdk/contracts';
import { useState } from 'react';
import { Later } from '../shell/later.tsx';
import { useMfaText } from './texts.ts';

const dialog = () => import('./bind-dialog.tsx').then(({ BindDialog }) => BindDialog);

/** One's own authenticator in the settings: its state, binding, renewing. */
export function AuthenticatorSection() {
  const t = useMfaText();
  const { data: state, isError, refetch } = useEndpoint(mfa.state, {}, { staleTime: 0 });
  const [isBinding, setIsBinding] = useState(false);
  const isBound = state?.mfaBound === true;

  async function start() {
    const goesOn =
      !isBound ||
      (await confirm({
        title: t('settings.renewTitle'),
        text: t('settings.renewText'),
        confirmText: t('settings.renewConfirm'),
      }));
    if (goesOn) setIsBinding(true);
  }

  async function close(hasBound: boolean) {
    setIsBinding(false);
    if (!hasBound) return;
    showToast({ type: 2, text: t('settings.done') });
    await refetch();
  }

  return (
    <section aria-busy={state === undefined && !isError}>
      <h2>{t('settings.title')}</h2>
      {isError && state === undefined && (
        <p className="k-fault">
          {t('settings.unread')}{' '}
          <button type="button" className="k-link" onClick={() => void refetch()}>
            {t('settings.retry')}
          </button>
        </p>
      )}
      {state !== undefined && (
        <>
          <p>
            {state.boundAt === null
              ? t('settings.unbound')
              : t('settings.bound', { when: formatDateTime(state.boundAt) })}
            {state.isRequired && ` ${t('settings.required')}`}
          </p>
          {isBound && <p>{t('recovery.left', { count: state.recoveryCodesLeft })}</p>}
          <button type="button" className="bp6-button" onClick={() => void start()}>
            {t(isBound ? 'settings.renew' : 'settings.bind')}
          </button>
        </>
      )}
      {isBinding && <Later load={dialog} props={{ onClose: close }} />}
    </section>
  );
}
