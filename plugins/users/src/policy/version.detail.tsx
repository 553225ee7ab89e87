import { formatDate, useText } from '@kituo/sdk';
import { config } from '@kituo/sdk/contracts';
import { Answered, DescriptionList, DetailActions, DetailDrawer, known, useDetail } from '@kituo/sdk/page';
import type { Column, RowAction } from '@kituo/sdk/page';
import { linesOf } from './policy-fields.ts';
import type { VersionRow } from './policy-fields.ts';

/** One version: what applies now beside what it says, who asked, what was decided. */
export function VersionDetail(props: {
  readonly row: VersionRow | null;
  readonly columns: readonly Column<VersionRow>[];
  readonly actions: readonly RowAction<VersionRow>[];
  readonly onClose: () => void;
}) {
  const { row } = props;
  const t = useText();
  if (row === null) return null;
  const isMine = props.actions.some((action) => action.isAllowed(row));
  const isOpenVersion = ['DRAFT', 'PENDING', 'SCHEDULED'].includes(row.versionStatus);
  return (
    <DetailDrawer
      detail={known(row)}
      isOpen
      title={row.title}
      onClose={props.onClose}
      actions={
        <DetailActions row={row} current={row} actions={props.actions} primary="approve" onClose={props.onClose} />
      }
    >
      {() => (
        <>
          {isOpenVersion && <Difference row={row} />}
          <DescriptionList of={row} columns={props.columns} />
          {!isMine && row.versionStatus === 'PENDING' && <p className="kp-muted">{t('changes.notYours')}</p>}
        </>
      )}
    </DetailDrawer>
  );
}

/** What applies now beside what the version would make of it. */
function Difference({ row }: { readonly row: VersionRow }) {
  return (
    <Answered detail={useDetail(config.inForce, { key: row.configKey })}>
      {({ value }) => <Compared row={row} held={value} />}
    </Answered>
  );
}

function Compared({ row, held }: { readonly row: VersionRow; readonly held: unknown }) {
  const t = useText();
  const lines = linesOf(row.value, t);
  const now = linesOf(held, t);
  return (
    <table className="change-facts">
      <thead>
        <tr>
          <th scope="col">{t('house.now')}</th>
          <th scope="col">{t('house.then', { day: formatDate(row.effectiveFrom) })}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line}>
            <td>{now[index] ?? ''}</td>
            <td>{line === now[index] ? line : <strong>{line}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
