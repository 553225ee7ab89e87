import { useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';
import { ActionButton, DescriptionList, DetailDrawer, Timeline, useDetail, type RowAction } from '@kituo/sdk/page';
import { columns } from './warning-list.ts';

/** One warning: what to do about it, its facts, what was done. */
export function WarningDetail(props: {
  readonly warningNo: string | null;
  readonly resolve: RowAction<warning.WarningRow>;
  readonly onClose: () => void;
}) {
  const t = useText();
  const { warningNo, resolve } = props;
  const detail = useDetail(warning.detail, warningNo === null ? null : { warningNo });
  const { data } = detail;
  return (
    <DetailDrawer
      detail={detail}
      isOpen={warningNo !== null}
      title={data?.subject ?? warningNo ?? ''}
      onClose={props.onClose}
      actions={data && <ActionButton action={resolve} subject={data} isPrimary />}
    >
      {(found) => (
        <>
          <h3>{t('whatToDo')}</h3>
          <p>{found.runbook}</p>
          <h3>{t('facts')}</h3>
          <DescriptionList of={found} columns={columns.filter(({ key }) => key !== 'subject')} />
          <h3>{t('history')}</h3>
          <Timeline
            label={t('history')}
            entries={found.history.map(({ at, action, byName, note }) => ({
              id: at + action,
              at,
              title: t(`DID.${action}`),
              who: byName,
              text: note,
            }))}
          />
        </>
      )}
    </DetailDrawer>
  );
}
