import { session$ } from '../../session/session-store.ts';
import { useValue } from '../../state/store.ts';
import { useCountedTabs } from '../decide/use-approval-counts.ts';
import { useAddress } from '../platform.ts';
import { TabSet } from './tab-set.tsx';
import type { DetailTab } from './detail-tab.ts';

/**
 * Tabs of one thing. The open one is in the address (`tab`, or the parameter given), so a reload and a
 * link lead to it; the others load when they are opened. A tab that says what it `awaits` counts what the reader may
 * decide there.
 *
 * @example <DetailTabs label={order.orderNo} tabs={[{ name: 'bills', content: () => <Bills {...order} /> }]} />
 */
export function DetailTabs(props: {
  readonly tabs: readonly DetailTab[];
  /** What the tabs belong to, for screen readers. */
  readonly label: string;
  /** Its name in the address where a page has several sets of tabs. */
  readonly parameter?: string;
}) {
  const { parameter = 'tab' } = props;
  const { query, navigate } = useAddress();
  const { perms } = useValue(session$);
  const tabs = useCountedTabs(props.tabs.filter(({ code }) => code === undefined || perms.has(code)));
  const wanted = query.get(parameter);
  const open = tabs.find(({ name }) => name === wanted) ?? tabs[0];
  if (open === undefined) return null;
  return (
    <TabSet
      tabs={tabs}
      open={open}
      label={props.label}
      className="kp-tabs"
      onOpen={(next) => {
        if (next === tabs[0]?.name) query.delete(parameter);
        else query.set(parameter, next);
        navigate(query);
      }}
    />
  );
}
