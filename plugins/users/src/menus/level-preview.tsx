import { useText } from '@kituo/sdk';
import { useFormValues } from '@kituo/sdk/page';
import { useState } from 'react';
import { nameIn, type MenuRow } from './menu-row.ts';
import { PreviewControls, type PreviewStyle } from './preview-controls.tsx';

function childrenOf(roots: readonly MenuRow[], parentMenuNo: unknown): readonly MenuRow[] {
  if (typeof parentMenuNo !== 'string') return roots;
  for (const row of roots) {
    if (row.menuNo === parentMenuNo) return row.childList;
    const found = childrenOf(row.childList, parentMenuNo);
    if (found !== row.childList) return found;
  }
  return roots;
}

const namesOf = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : {};

/** The level an entry stands on, as it is typed: among its neighbours, in its place, in any language. */
export function LevelPreview(props: { readonly row: MenuRow | null; readonly roots: readonly MenuRow[] }) {
  const t = useText();
  const values = useFormValues();
  const [style, setStyle] = useState<PreviewStyle>('vertical');
  const [language, setLanguage] = useState('en');
  const own = { menuNo: props.row?.menuNo ?? '', sort: values['sort'], menuName: namesOf(values['menuName']) };
  const level = [
    ...childrenOf(props.roots, values['parentMenuNo']).filter(
      ({ menuNo, menuType, enabled }) => menuNo !== own.menuNo && menuType !== 'OPERATION' && enabled,
    ),
    { ...own, sort: typeof own.sort === 'number' ? own.sort : 0 },
  ].toSorted((one, other) => one.sort - other.sort);
  return (
    <div className="menu-preview" role="group" aria-label={t('menus.preview')}>
      <PreviewControls style={style} language={language} setStyle={setStyle} setLanguage={setLanguage} />
      <ol className={`menu-preview-${style}`} aria-live="polite">
        {level.map(({ menuNo, menuName }) => (
          <li key={menuNo} className={menuNo === own.menuNo ? 'menu-preview-own' : undefined}>
            <span lang={language}>{nameIn(menuName, language) || t('menus.unnamed')}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
