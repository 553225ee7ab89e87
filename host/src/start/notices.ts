import { hasTexts, session$, showToast, textOf } from '@kituo/sdk';
import type { ConsoleNotice } from '../console/console-state.ts';
import type { PageEntry } from '../registry/page-table.ts';
import { hostText } from '../texts.ts';

/** Tells a person about changes they did not ask for. */
export function notifyOf(notice: ConsoleNotice, navigate: (to: string) => void): void {
  switch (notice.kind) {
    case 'refused':
      showToast({ type: 3, text: hostText('guard.refused') });
      return;
    case 'pageGone':
      showToast({
        type: 3,
        text: hostText('gone.notice', { page: titleOf(notice.entry) }),
        durationMs: 6000,
      });
      return;
    case 'pagesCome': {
      const [only] = notice.entries;
      if (only === undefined) return;
      const isOne = notice.entries.length === 1;
      showToast({
        type: 1,
        text: isOne
          ? hostText('come.one', { page: titleOf(only) })
          : hostText('come.many', { count: notice.entries.length }),
        durationMs: 6000,
        ...(isOne && {
          action: { text: hostText('come.open'), onClick: () => navigate(only.page.path) },
        }),
      });
      return;
    }
  }
}

/** The page's own title once its texts are here, else its name: `UserManagement` → `User management`. */
export function titleOf({ plugin, page }: PageEntry): string {
  const spaced = page.name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const fromName = spaced.charAt(0).toUpperCase() + spaced.slice(1);
  const isKnown = hasTexts(plugin.name, session$.value.language);
  return (isKnown && textOf(plugin.name, page.titleKey)) || fromName;
}
