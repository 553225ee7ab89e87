import { formatDate, formatDateTime, useText } from '@kituo/sdk';
import { report } from '@kituo/sdk/contracts';

/** What a report's reply says of itself; null while there is none. */
export function metaOf(reply: unknown): report.ReportMeta | null {
  const read = report.reportMeta.safeParse(reply);
  return read.success ? read.data : null;
}

/** As of when the figures are true, and which days are closed. */
export function TrueAsOf({ meta }: { readonly meta: report.ReportMeta | null }) {
  const t = useText();
  return (
    <p className="rp-as-of kp-muted" role="status">
      {meta !== null && (
        <>
          {t('figures.asOf', { time: formatDateTime(meta.asOf) })}
          {' · '}
          {meta.closedThrough === null
            ? t('figures.notClosed')
            : t('figures.closedThrough', { day: formatDate(meta.closedThrough) })}
        </>
      )}
    </p>
  );
}
