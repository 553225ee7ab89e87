import { useCountedTabs } from '../decide/use-approval-counts.ts';
import { useAddress } from '../platform.ts';
import type { DetailTab } from './detail-tab.ts';
import { TabSet } from './tab-set.tsx';
import './page-tabs.css';

/**
 * Tabs that are the whole page: each is a list of its own that fills the height. Opening another starts
 * with a fresh address, because filters, sort and page of one list mean nothing to the next.
 *
 * @example <PageTabs label={t('role.title')} tabs={[{ name: 'roles', content: () => <RoleList /> }, …]} />
 * A tab that says what it `awaits` counts what the reader may decide there.
 */
export function PageTabs(props: { readonly tabs: readonly DetailTab[]; readonly label: string }) {
  const tabs = useCountedTabs(props.tabs);
  const { query, navigate } = useAddress();
  const open = tabs.find(({ name }) => name === query.get('tab')) ?? tabs[0];
  if (open === undefined) return null;
  return (
    <TabSet
      tabs={tabs}
      open={open}
      label={props.label}
      className="kp-tabs kp-page-tabs"
      onOpen={(next) => {
        navigate(new URLSearchParams(next === tabs[0]?.name ? {} : { tab: next }));
      }}
    />
  );
}
