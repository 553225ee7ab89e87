import { canOpen, formatDate, Link, useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import { Answered, DescriptionList, DetailDrawer, DetailTabs, History, useDetail } from '@kituo/sdk/page';
import type { Column } from '@kituo/sdk/page';
import { readable, useCodeWords } from '../changes/code-words.ts';
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
              <Link to={`${USER_MANAGEMENT}?roleNo=${roleNo}`}>{t('role.holders', { count: info.users })}</Link>
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
              { name: 'history', content: () => <Changes info={info} /> },
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
  return (
    <Answered detail={useDetail(role.unused, { roleNo: props.roleNo })}>
      {({ since, pages, codes }) => (
        <>
          <p className="kp-muted">{t('role.unusedSince', { day: formatDate(since) })}</p>
          {pages.length + codes.length === 0 ? (
            <p>{t('role.allUsed')}</p>
          ) : (
            <ul className="change-list">
              {[...pages, ...codes].map((key) => (
                <li key={key} title={key}>
                  {nameOf(key)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Answered>
  );
}

function Changes(props: { readonly info: RoleInfo }) {
  const t = useText();
  const nameOf = usePermissionNames();
  const wordOf = useCodeWords();
  return (
    <History
      entries={props.info.history.map((entry) => ({
        ...entry,
        before: readable(entry.before),
        after: readable(entry.after),
      }))}
      titleOf={({ action }) => t(`history.${action}`)}
      wordOf={(code, field) => nameOf(wordOf(code, field))}
    />
  );
}
