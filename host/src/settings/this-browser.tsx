import { session$, showToast, useValue } from '@kituo/sdk';
import { useState } from 'react';
import { useText } from '../texts.ts';
import { bringBackLayouts, chooseNotices, forgetLayouts, hasNotices, keptLayouts } from './kept-here.ts';
import { useSettingsText } from './texts.ts';

const UNDO_MS = 10_000;

/** What this browser alone keeps: whether it shows notices, and how tables are laid out. */
export function ThisBrowser() {
  const t = useSettingsText();
  const userNo = useValue(session$).user?.userNo ?? '';
  return (
    <section>
      <h2>{t('browser')}</h2>
      {'Notification' in globalThis && <Notices userNo={userNo} />}
      <Layouts userNo={userNo} />
    </section>
  );
}

function Notices({ userNo }: { readonly userNo: string }) {
  const t = useSettingsText();
  const [isOn, setIsOn] = useState(() => hasNotices(userNo));
  const choose = async (requested: boolean) => {
    if (await chooseNotices(userNo, requested)) setIsOn(requested);
    else showToast({ type: 3, text: t('noticesRefused') });
  };
  return (
    <label className="k-switch">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      <span>{t('notices')}</span>
    </label>
  );
}

function Layouts({ userNo }: { readonly userNo: string }) {
  const t = useSettingsText();
  const shared = useText();
  const [layouts, setLayouts] = useState(() => keptLayouts(userNo));
  const reset = () => {
    forgetLayouts(layouts);
    setLayouts([]);
    const undo = () => {
      bringBackLayouts(layouts);
      setLayouts(layouts);
    };
    showToast({
      type: 2,
      text: t('layoutsReset', { count: layouts.length }),
      durationMs: UNDO_MS,
      action: { text: shared('settings.undo'), onClick: undo },
    });
  };
  return (
    <>
      <button type="button" className="bp6-button bp6-outlined" disabled={layouts.length === 0} onClick={reset}>
        {t('resetLayouts')}
      </button>
      {layouts.length === 0 && <p className="k-hint">{t('noLayouts')}</p>}
    </>
  );
}
