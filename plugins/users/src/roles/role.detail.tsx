import { canOpen, formatDate, Link, useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import { DescriptionList, DetailDrawer, DetailTabs, Timeline, useDetail } from '@kituo/sdk/page';
import type { Column } from '@kituo/sdk/page';
import { textOfFact } from '../changes/plain-facts.tsx';
import type { RoleInfo, RoleRow } from './role-fields.ts';
import { usePermissionNames } from './permission-names.ts';
import { SameMenuRoles } from './same-menu.tsx';
import { USER_MANAGEMENT } from './use-role-looks.ts';
import { Conflicts, Simulator } from './simulator.tsx';

/** One role: who holds it, what its holders see, roles like it, what is never used, what was changed. */
export function RoleDetail<Row extends RoleRow>(props: {
  readonly opened: Row | null;
  readonly columns: readonly Column<Row>[];
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  const detail = useDetail(role.info, opened && { roleNo: opened.roleNo });
  if (opened === null) return null;
  const { roleNo } = opened;
  return (
    <DetailDrawer detail={detail} isOpen title={opened.roleName} onClose={props.onClose}>
      {(info) => (
        <>
          <DescriptionList of={opened} columns={props.columns} />
          {canOpen(USER_MANAGEMENT) && (
            <p>
              <Link to={`${USER_MANAGEMENT}?roleNo=${roleNo}`}>
                {t('role.holders', { count: info.users })}
              </Link>
            </p>
          )}
          <Conflicts conflicts={info.conflicts} />
          <DetailTabs
            label={opened.roleName}
            parameter="detail"
            tabs={[
              { name: 'sees', content: () => <Simulator request={{ roleNo }} /> },
              { name: 'sameMenu', content: () => <SameMenuRoles roleNo={roleNo} /> },
              { name: 'unused', content: () => <Unused roleNo={roleNo} /> },
              { name: 'history', content: () => <History info={info} /> },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  );
}

function Unused(props: { readonly roleNo: string }) {
  const t = useText();
  const nameOf = usePermissionNames();
  const { data, error } = useDetail(role.unused, { roleNo: props.roleNo });
  if (error !== null) return <p role="alert">{error.msg}</p>;
  if (data === null) return <p className="kp-muted">{t('role.looking')}</p>;
  const unused = [...data.pages, ...data.codes];
  return (
    <>
      <p className="kp-muted">{t('role.unusedSince', { day: formatDate(data.since) })}</p>
      {unused.length === 0 ? (
        <p>{t('role.allUsed')}</p>
      ) : (
        <ul className="change-list">
          {unused.map((key) => (
            <li key={key} title={key}>
              {nameOf(key)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function History(props: { readonly info: RoleInfo }) {
  const t = useText();
  const nameOf = usePermissionNames();
  const textOf = (value: unknown): string =>
    Array.isArray(value)
      ? value.map((one) => (typeof one === 'string' ? nameOf(one) : textOfFact(one, t))).join(', ')
      : textOfFact(value, t);
  return (
    <Timeline
      label={t('tab.history')}
      entries={props.info.history.map((entry, index) => ({
        id: `${entry.happenedAt} ${index}`,
        at: entry.happenedAt,
        title: t(`history.${entry.action}`),
        who: entry.byName,
        text: Object.entries(entry.after ?? {}).map(([field, value]) => (
          <div key={field}>
            {t(`field.${field}`)}: {textOf(value)}
          </div>
        )),
      }))}
    />
  );
}
