import { useText } from '@kituo/sdk';
import { partner } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, History } from '@kituo/sdk/page';
import { Applications } from './applications.tsx';
import { detailColumns } from './review-fields.ts';

/** A day of a partner's product: counts, journals, what was done to it. */
export function DayDetail({ partnerDayNo }: { readonly partnerDayNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={partner.one} request={{ partnerDayNo }}>
      {({ row, journalIds, unknownReferences, history }) => (
        <>
          <DescriptionList of={row} columns={detailColumns} />
          {journalIds.length > 0 && (
            <p>
              {t('review.journals')}: {journalIds.join(', ')}
            </p>
          )}
          <Applications partnerDayNo={partnerDayNo} />
          {unknownReferences.length > 0 && (
            <p className="kp-note kp-note-wrong">
              {t('review.unknownReferences', { references: unknownReferences.join(', ') })}
            </p>
          )}
          <h3 className="kp-section-title">{t('detail.history')}</h3>
          <History entries={history} titleOf={({ action }) => t(`reviewHistory.${action.split('.').at(-1) ?? ''}`)} />
        </>
      )}
    </DetailOf>
  );
}
