import { Button, useText } from '@kituo/sdk';
import { DescriptionList, DetailDrawer, known } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { changeColumns } from './change-fields.ts';
import type { ChangeRow } from './change-fields.ts';
import { PlainFacts } from './plain-facts.tsx';

/** One request: what it changes, who asked, why, and what was decided. */
export function ChangeDetail(props: {
  readonly row: ChangeRow | null;
  readonly isOpen: boolean;
  readonly facts: ((row: ChangeRow) => ReactNode) | undefined;
  readonly actions: readonly RowAction<ChangeRow>[];
  readonly onClose: () => void;
}) {
  const { row, facts } = props;
  const t = useText();
  if (row === null) return null;
  const allowed = props.actions.filter((action) => action.isAllowed(row));
  return (
    <DetailDrawer
      detail={known(row)}
      isOpen={props.isOpen}
      title={`${row.title}: ${row.subjectName}`}
      onClose={props.onClose}
      actions={allowed.map((action) => (
        <Button
          key={action.name}
          text={action.label}
          intent={action.isDangerous ? 'danger' : action.name === 'approve' ? 'primary' : 'none'}
          onClick={() => {
            props.onClose();
            action.open(row);
          }}
        />
      ))}
    >
      {() => (
        <>
          <h3 className="kp-section-title">{t('changes.what')}</h3>
          {facts?.(row) ?? <PlainFacts before={row.before} after={row.after} />}
          <h3 className="kp-section-title">{t('changes.request')}</h3>
          <DescriptionList of={row} columns={changeColumns} />
          {allowed.length === 0 && row.changeState === 'PENDING' && (
            <p className="kp-muted">{t('changes.notYours')}</p>
          )}
        </>
      )}
    </DetailDrawer>
  );
}
