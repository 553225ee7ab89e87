import { useEffect, useState } from 'react';
import { useText } from '../texts.ts';
import { Dropdown } from './dropdown.tsx';
import { Icon } from './icons.tsx';
import { Later } from './later.tsx';

/** After the first page was drawn, so that its own calls come first. Milliseconds. */
const COUNTED_AFTER_MS = 1_000;

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
          {count !== null && count > 0 && (
            <span className="k-badge">{count > 99 ? '99+' : count}</span>
          )}
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
  useEffect(() => {
    if (!isPageDrawn) return;
    let isOver = false;
    let stop: () => void = () => undefined;
    const timer = setTimeout(() => {
      void import('./open-warnings.ts').then(
        ({ watchOpenWarnings }) => {
          if (!isOver) stop = watchOpenWarnings(setCount);
        },
        () => undefined,
      );
    }, COUNTED_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [isPageDrawn]);
  return count;
}
