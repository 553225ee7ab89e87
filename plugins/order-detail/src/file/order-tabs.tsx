import { useFills, useSearchParams, useText } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import { DetailTabs } from '@kituo/sdk/page';
import type { DetailTab } from '@kituo/sdk/page';
import { offerShortcuts } from '@kituo/sdk';
import { useEffect, useEffectEvent } from 'react';
import { EssentialTab } from './essential.tab.tsx';
import { AppsTab, BvnTab, CloseContactsTab, DeviceTab, LocationTab, OperatorTab, SocialTab } from './evidence.tabs.tsx';
import type { OrderActions } from './use-order-actions.tsx';

/** The eight tabs, those of contacts left out where the reader's roles hide them. Keys 1 to 8 switch. */
export function OrderTabs(props: { readonly file: orderFile.OrderEntry; readonly actions: OrderActions }) {
  const { file } = props;
  const { orderNo } = file.header;
  const t = useText();
  const tabs: DetailTab[] = [{ name: 'essential', content: () => <EssentialTab {...props} /> }];
  if (!file.isAddressBookHidden) {
    tabs.push({ name: 'social', content: () => <SocialTab orderNo={orderNo} /> });
  }
  if (file.details !== null) {
    tabs.push(
      { name: 'operator', content: () => <OperatorTab orderNo={orderNo} /> },
      { name: 'apps', content: () => <AppsTab orderNo={orderNo} /> },
      { name: 'location', content: () => <LocationTab orderNo={orderNo} /> },
      { name: 'device', content: () => <DeviceTab orderNo={orderNo} /> },
    );
    if (!file.isAddressBookHidden) {
      tabs.push({ name: 'closeContacts', content: () => <CloseContactsTab orderNo={orderNo} /> });
    }
    tabs.push({ name: 'bvn', content: () => <BvnTab orderNo={orderNo} /> });
  }
  for (const { id, title, draw } of useFills('order-detail.tab'))
    tabs.push({ name: id, title, content: () => draw({ orderNo }) });
  useTabKeys(tabs.map(({ name }) => name));
  return <DetailTabs label={t('file.tabs', { order: orderNo })} tabs={tabs} />;
}

/** Keys 1 to 8 open a tab while nothing is being typed. */
function useTabKeys(names: readonly string[]): void {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const open = useEffectEvent((key: string) => {
    const name = names[Number(key) - 1];
    if (name === undefined) return;
    const next = new URLSearchParams(query);
    next.set('tab', name);
    setQuery(next);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
      if (isPlain && /^[1-8]$/.test(event.key) && !isTyping(event.target)) open(event.key);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
  useEffect(
    () =>
      offerShortcuts({
        id: 'order-tabs',
        title: t('keys.file'),
        entries: [{ keys: ['1', '…', '8'], text: t('keys.tabs') }],
      }),
    [t],
  );
}

/** Radio buttons and ticks take no digits: whoever answers a step still switches tabs. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(radio|checkbox|button)$/.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}
