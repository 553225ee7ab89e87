import { apiLanguage, Dialog, DialogBody, session$, useValue, type VersionWatch } from '@kituo/sdk';
import type { NewsLine } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';
import { useText } from '../texts.ts';
import { readNews, rememberNews } from './whats-new.ts';

/** The new-version question that cannot be dismissed, and the bar it folds to. */
export function VersionWatchView({ watch }: { readonly watch: VersionWatch }) {
  const t = useText();
  const state = useValue(watch.state$);
  const news = useNews(state.step === 'reloading');
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
        <WhatChanged news={news} />
        <p className="k-hint" role="status">
          {countdown}
        </p>
        <div className="k-actions">
          <button type="button" className="bp6-button" onClick={() => watch.refreshLater()}>
            {t('version.later')}
          </button>
          <button type="button" className="bp6-button bp6-intent-primary" onClick={() => watch.refreshNow()}>
            {t('version.now')}
          </button>
        </div>
      </DialogBody>
    </Dialog>
  );
}

/** What the new version changes for people; nothing where nothing is told. */
function WhatChanged({ news }: { readonly news: readonly NewsLine[] }) {
  const t = useText();
  const language = apiLanguage(useValue(session$).language);
  if (news.length === 0) return null;
  return (
    <section className="k-news">
      <h2>{t('version.changed')}</h2>
      <ul>
        {news.map((line) => (
          <li key={line.en}>{language === 'zh' ? line.zh : line.en}</li>
        ))}
      </ul>
    </section>
  );
}

/** Read once; another tab's dialog must find the same, so they count as told with the refresh alone. */
function useNews(isRefreshing: boolean): readonly NewsLine[] {
  const [news, setNews] = useState<readonly NewsLine[]>([]);
  useEffect(() => {
    let isCurrent = true;
    // The question stands without its news where they cannot be read.
    readNews(localStorage).then(
      (lines) => isCurrent && setNews(lines),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  useEffect(() => {
    if (isRefreshing) rememberNews(localStorage, news);
  }, [isRefreshing, news]);
  return news;
}
