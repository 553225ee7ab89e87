import { Failed, session$, useText } from '@kituo/sdk';
import { menu } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { type MenuRow, nameIn, rowsOf } from './menu-row.ts';
import { PreviewControls, type PreviewStyle } from './preview-controls.tsx';

/** Whether somebody who holds every page would find an entry: it opens something, or holds what does. */
function isDrawn(row: MenuRow): boolean {
  if (!row.enabled || row.menuType === 'OPERATION') return false;
  if (row.menuType === 'CATALOGUE') return row.childList.some(isDrawn);
  return row.menuType === 'EXTERNAL' || row.offer === 'OFFERED';
}

/** The whole menu as somebody sees it who holds every page. */
export function MenuPreview() {
  const t = useText();
  const reply = useDetail(menu.tree, {});
  const [style, setStyle] = useState<PreviewStyle>('vertical');
  const [language, setLanguage] = useState(session$.value.language);
  if (reply.error !== null) return <Failed error={reply.error} onRetry={reply.refresh} />;
  const entries = reply.data === null ? [] : rowsOf(reply.data).filter(isDrawn);
  return (
    <section className="kp-page" aria-label={t('menus.preview')}>
      <header className="kp-head">
        <h1>{t('menus.title')}</h1>
      </header>
      <div className="menu-preview menu-preview-whole" role="group" aria-label={t('menus.preview')}>
        <PreviewControls style={style} language={language} setStyle={setStyle} setLanguage={setLanguage} />
        <p className="kp-muted">{t('menus.previewText')}</p>
        <ul className={`menu-preview-${style}`}>
          {entries.map((row) => (
            <li key={row.menuNo}>
              <span lang={language}>{nameIn(row.menuName, language)}</span>
              {row.childList.some(isDrawn) && (
                <ul>
                  {row.childList.filter(isDrawn).map((child) => (
                    <li key={child.menuNo} lang={language}>
                      {nameIn(child.menuName, language)}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
