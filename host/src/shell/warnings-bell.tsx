import { useState } from 'react';
import { useText } from '../texts.ts';
import { Dropdown } from './dropdown.tsx';
import { Icon } from './icons.tsx';
import { Later } from './later.tsx';
import { useLaterWatch } from './use-later-watch.ts';

const panel = () => import('./bell-panel.tsx').then((module) => module.BellPanel);

/** How many warnings are open; the warnings page and the last messages are one click away. */
export function WarningsBell({ isPageDrawn }: { readonly isPageDrawn: boolean }) {
  const t = useText();
  const count = useOpenWarnings(isPageDrawn);
  return (
    <Dropdown
      kind="panel"
      label={count === null ? t('bell.label') : t('bell.open', { count })}
      button={
        <>
          <Icon name="bell" />
          {count !== null && count > 0 && <span className="k-badge">{count > 99 ? '99+' : count}</span>}
        </>
      }
    >
      {(close) => <Later load={panel} props={{ openWarnings: count, onDone: close }} />}
    </Dropdown>
  );
}

/** Null until it is known. Its code comes after the first page, as the count does. */
function useOpenWarnings(isPageDrawn: boolean): number | null {
  const [count, setCount] = useState<number | null>(null);
  useLaterWatch(isPageDrawn, async () => {
    const { watchOpenWarnings } = await import('./open-warnings.ts');
    return watchOpenWarnings(setCount);
  });
  return count;
}
