import { formatCount, formatMoney, useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import type { MenuItem, RequestOf } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import './roles.css';

/** What holders could see and do: their menu, their data, their sensitive permissions, conflicts. */
export function Simulator(props: { readonly request: RequestOf<typeof role.simulate> }) {
  return <Answered detail={useDetail(role.simulate, props.request)}>{(found) => <Simulation of={found} />}</Answered>;
}

/** The same for one person, whatever roles they hold. */
export function PersonSimulator({ userNo }: { readonly userNo: string }) {
  return <Answered detail={useDetail(role.ofUser, { userNo })}>{(found) => <Simulation of={found} />}</Answered>;
}

function Simulation({ of: data }: { readonly of: role.Simulation }) {
  const t = useText();
  return (
    <div className="role-simulator" aria-live="polite">
      <nav tabIndex={0} aria-label={t('role.menuOf')}>
        {data.menus.length === 0 ? <p className="kp-muted">{t('role.noMenu')}</p> : <MenuList items={data.menus} />}
      </nav>
      <ul className="kp-facts">
        <li>{t(`role.rows_${data.dataScope}`)}</li>
        <li>{t(data.isMasked ? 'role.seesMasked' : 'role.seesPlain')}</li>
        <li>{t('role.operations', { count: data.codes.length })}</li>
        {data.dailyRevealBudget > 0 && <li>{t('role.reveals', { count: data.dailyRevealBudget })}</li>}
        {data.unmaskedExport && <li>{t('field.unmaskedExport')}</li>}
        {!data.addressBookHide && <li>{t('SENSITIVE.ADDRESS_BOOK')}</li>}
        {data.orderDetailsHide && <li>{t('field.orderDetailsHide')}</li>}
        {(data.deductionCapCents ?? 0) > 0 && (
          <li>{t('role.waives', { amount: formatMoney(data.deductionCapCents ?? 0) })}</li>
        )}
        {data.pagesNotOffered.length > 0 && (
          <li className="kp-muted">{t('role.notOffered', { count: data.pagesNotOffered.length })}</li>
        )}
      </ul>
      <Conflicts conflicts={data.conflicts} />
    </div>
  );
}

function MenuList(props: { readonly items: readonly MenuItem[] }) {
  return (
    <ul>
      {props.items.map((item) => (
        <li key={`${item.menuName} ${item.perms ?? item.externalUrl ?? ''}`}>
          {item.menuName}
          {item.childList.length > 0 && <MenuList items={item.childList} />}
        </li>
      ))}
    </ul>
  );
}

/** Pairs by which one person could both ask and agree. */
export function Conflicts(props: {
  readonly conflicts: readonly { readonly maker: string; readonly checker: string }[];
}) {
  const { conflicts } = props;
  const t = useText();
  if (conflicts.length === 0) return null;
  return (
    <details className="role-conflicts">
      <summary>{t('role.conflicts', { count: conflicts.length, shown: formatCount(conflicts.length) })}</summary>
      <ul className="change-list">
        {conflicts.map(({ maker, checker }) => (
          <li key={`${maker} ${checker}`}>
            <code>{maker}</code> + <code>{checker}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
