import { useState } from 'react';
import { PageLink } from '../menu/menu-links.tsx';
import { HOME_PATH } from '../routing/routes.ts';
import { useText } from '../texts.ts';
import { Icon } from './icons.tsx';
import { useLaterWatch } from './use-later-watch.ts';

/** How much awaits one's approval, and the way to the list of it on Home. Nothing where nothing does. */
export function ApprovalsButton({ isPageDrawn }: { readonly isPageDrawn: boolean }) {
  const t = useText();
  const [count, setCount] = useState(0);
  useLaterWatch(isPageDrawn, async () => {
    const { menuCounts$ } = await import('../menu/counts/menu-counts.ts');
    const counted = menuCounts$.subscribe((counts) => setCount(counts.get(HOME_PATH) ?? 0));
    return () => counted.unsubscribe();
  });
  if (count === 0) return null;
  const label = t('bar.approvals', { count });
  return (
    <PageLink path={`${HOME_PATH}#approvals`} className="k-bar-button" title={label}>
      <Icon name="shield" />
      <span className="k-badge" aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className="k-hidden">{label}</span>
    </PageLink>
  );
}
