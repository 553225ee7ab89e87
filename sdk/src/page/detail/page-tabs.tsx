import { Tab, Tabs } from '@blueprintjs/core';
import { useId } from 'react';
import { formatCount } from '../../format/money.ts';
import { useAddress, usePluginText } from '../platform.ts';
import type { DetailTab } from './detail-tabs.tsx';
import './page-tabs.css';

/**
 * Tabs that are the whole page: each is a list of its own that fills the height. Opening another starts
 * with a fresh address, because filters, sort and page of one list mean nothing to the next.
 *
 * @example <PageTabs label={t('role.title')} tabs={[{ name: 'roles', content: () => <RoleList /> }, …]} />
 */
export function PageTabs(props: { readonly tabs: readonly DetailTab[]; readonly label: string }) {
  const { tabs } = props;
  const id = useId();
  const t = usePluginText();
  const { query, navigate } = useAddress();
  const open = tabs.find(({ name }) => name === query.get('tab')) ?? tabs[0];
  if (open === undefined) return null;
  return (
    <div className="kp-tabs kp-page-tabs" role="group" aria-label={props.label}>
      <Tabs
        id={id}
        animate={false}
        renderActiveTabPanelOnly
        selectedTabId={open.name}
        onChange={(next) => {
          navigate(new URLSearchParams(next === tabs[0]?.name ? {} : { tab: String(next) }));
        }}
      >
        {tabs.map(({ name, count, content }) => (
          <Tab
            key={name}
            id={name}
            title={t(`tab.${name}`)}
            {...(count !== undefined && {
              tagContent: formatCount(count),
              tagProps: { round: true },
            })}
            panel={name === open.name ? <>{content()}</> : <></>}
          />
        ))}
      </Tabs>
    </div>
  );
}
