import { EatTime, useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';

import { DescriptionList, DetailDrawer, useDetail } from '@kituo/sdk/page';
import { columns } from './warning-list.ts';

/** One warning beside the list: its facts, what to do about it, what was done. */
export function WarningDrawer(props: { readonly warningNo: string | null; readonly onClose: () => void }) {
  const t = useText();
  const { warningNo } = props;
  const detail = useDetail(warning.detail, warningNo === null ? null : { warningNo });
  return (
    <DetailDrawer
      detail={detail}
      isOpen={warningNo !== null}
      title={t('warning.subjectOf', { warningNo: warningNo ?? '' })}
      onClose={props.onClose}
    >
      {(data) => (
        <>
          <p className="warning-subject">{data.subject}</p>
          {data.resolvedAt !== null && (
            <p className="warning-resolved">
              {t('warning.resolvedBy', { who: data.resolvedByName ?? 'Kituo' })} · <EatTime at={data.resolvedAt} />
              {data.note !== null && <q>{data.note}</q>}
            </p>
          )}
          <section className="warning-runbook">
            <h3>{t('warning.runbook')}</h3>
            <p>{data.runbook}</p>
          </section>
          <DescriptionList of={data} columns={columns.filter(({ key }) => key !== 'subject')} />
          <h3>{t('warning.history')}</h3>
          {data.history.length === 0 && <p>{t('warning.nobody')}</p>}
          <ol className="warning-history">
            {data.history.map((entry) => (
              <li key={entry.at + entry.action}>
                <EatTime at={entry.at} /> · {entry.byName} · {t(`warningDid.${entry.action}`)}
                {entry.note !== null && <p>{entry.note}</p>}
              </li>
            ))}
          </ol>
        </>
      )}
    </DetailDrawer>
  );
}
