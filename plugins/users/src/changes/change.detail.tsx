import { useText } from '@kituo/sdk';
import { DescriptionList, DetailActions, DetailDrawer, known } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { changeColumns } from './change-fields.ts';
import type { ChangeRow } from './change-fields.ts';
import { PlainFacts } from './plain-facts.tsx';

/** One request: what it changes, who asked, why, and what was decided. */
export function ChangeDetail(props: {
  readonly row: ChangeRow | null;
  readonly facts: ((row: ChangeRow) => ReactNode) | undefined;
  readonly actions: readonly RowAction<ChangeRow>[];
  readonly onClose: () => void;
}) {
  const { row, facts } = props;
  const t = useText();
  if (row === null) return null;
  const isMine = props.actions.some((action) => action.isAllowed(row));
  return (
    <DetailDrawer
      detail={known(row)}
      isOpen
      title={`${row.title}: ${row.subjectName}`}
      onClose={props.onClose}
      actions={
        <DetailActions row={row} current={row} actions={props.actions} primary="approve" onClose={props.onClose} />
      }
    >
      {() => (
        <>
          <h3 className="kp-section-title">{t('changes.what')}</h3>
          {facts?.(row) ?? <PlainFacts before={row.before} after={row.after} />}
          <h3 className="kp-section-title">{t('changes.request')}</h3>
          <DescriptionList of={row} columns={changeColumns} />
          {!isMine && row.changeState === 'PENDING' && <p className="kp-muted">{t('changes.notYours')}</p>}
        </>
      )}
    </DetailDrawer>
  );
}
