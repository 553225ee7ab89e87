import { useText } from '@kituo/sdk';
import { menu } from '@kituo/sdk/contracts';
import { Ask, Confirm, useDetail } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import type { StateRequest } from '../parts/on-off.tsx';
import type { MenuRow } from './menu-row.ts';

/** Asks before entries leave the menu or come back, with the number of people whose menu changes. */
export function StateConfirm(props: { readonly action: Action<StateRequest<MenuRow>> }) {
  const t = useText();
  const { subject } = props.action;
  const preview = useDetail(
    menu.updateStatePreview,
    subject && { menuNos: subject.rows.map(({ menuNo }) => menuNo), enabled: subject.enabled },
  );
  return (
    <Confirm
      action={props.action}
      preview={preview}
      describe={({ people, signedIn, pages, entries }, { enabled }) => {
        if (entries === 0) return <p>{t('menus.alreadySo')}</p>;
        const context = enabled ? 'on' : 'off';
        return (
          <ul className="kp-facts">
            <li>{t('menus.people', { count: people, context })}</li>
            {signedIn > 0 && <li>{t('menus.signedIn', { count: signedIn })}</li>}
            {pages > 1 && <li>{t('menus.pages', { count: pages })}</li>}
            <li>{t('menus.rightsStay')}</li>
          </ul>
        );
      }}
    />
  );
}

export function DeleteConfirm(props: { readonly action: Action<MenuRow> }) {
  const t = useText();
  return <Ask action={props.action} say={(row) => t('menus.deleteText', { name: row.entryName })} />;
}
