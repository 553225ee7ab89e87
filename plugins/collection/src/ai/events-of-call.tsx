import { useText } from '@kituo/sdk';
import { nineFour } from '@kituo/sdk/contracts';
import { Timeline, useDetail } from '@kituo/sdk/page';
import { CALL_RESULT } from './ai-words.ts';

/** Every report of one call, in the order in which the vendor says they happened. */
export function EventsOfCall({ vendorCallId }: { readonly vendorCallId: string }) {
  const t = useText();
  const { data } = useDetail(nineFour.callBackPage, { filters: { vendorCallId }, page: 1, pageSize: 50, sort: null });
  if (data === null || data.rows.length < 2) return null;
  const at = (row: nineFour.CallBackRow) => {
    const told = Date.parse(row.vendorEventAt ?? '');
    return Number.isNaN(told) ? Date.parse(row.receivedAt) : told;
  };
  return (
    <>
      <h3 className="kp-section-title">{t('aiCallBacks.ofCall')}</h3>
      <Timeline
        label={t('aiCallBacks.ofCall')}
        entries={data.rows
          .toSorted((one, other) => at(one) - at(other))
          .map((row) => ({
            id: row.intakeId,
            at: new Date(at(row)).toISOString(),
            title: CALL_RESULT.codes.some((code) => code === row.eventType)
              ? t(`CALL_RESULT.${row.eventType ?? ''}`)
              : (row.eventType ?? row.intakeId),
            text: t(`INTAKE_STATUS.${row.intakeStatus}`),
          }))}
      />
    </>
  );
}
