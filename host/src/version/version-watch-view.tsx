import { Dialog, DialogBody, useValue, type VersionWatch } from '@kituo/sdk';
import { useText } from '../texts.ts';

/** The new-version question that cannot be dismissed, and the bar it folds to. */
export function VersionWatchView({ watch }: { readonly watch: VersionWatch }) {
  const t = useText();
  const state = useValue(watch.state$);
  if (state.step === 'current') return null;
  if (state.step === 'reloading') return <p className="k-version-bar">{t('version.reloading')}</p>;
  const countdown = t('version.minutes', { count: state.minutesLeft });
  if (state.step === 'waiting') {
    return (
      <p className="k-version-bar" role="status">
        {countdown}
        <button type="button" className="k-link" onClick={() => watch.refreshNow()}>
          {t('version.now')}
        </button>
      </p>
    );
  }
  return (
    <Dialog
      isOpen
      className="k-dialog"
      title={t('version.title')}
      isCloseButtonShown={false}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={0}
    >
      <DialogBody>
        <p>{t('version.text')}</p>
        <p className="k-hint" role="status">
          {countdown}
        </p>
        <div className="k-actions">
          <button type="button" className="bp6-button" onClick={() => watch.refreshLater()}>
            {t('version.later')}
          </button>
          <button
            type="button"
            className="bp6-button bp6-intent-primary"
            onClick={() => watch.refreshNow()}
          >
            {t('version.now')}
          </button>
        </div>
      </DialogBody>
    </Dialog>
  );
}
