import { useText } from '@kituo/sdk';
import { inspection, type ReplyOf } from '@kituo/sdk/contracts';
import { type Column, DescriptionList, DetailOf, History, Timeline } from '@kituo/sdk/page';
import { Evidence } from './evidence.tsx';
import type { Row } from './inspection-fields.ts';
import { ScoreTable } from './score-table.tsx';

type Info = ReplyOf<typeof inspection.detail>;

/** One inspection: its evidence, the score line by line, the appeal and its answer. */
export function InspectionDetail(props: { readonly inspectionNo: string; readonly columns: readonly Column<Row>[] }) {
  const t = useText();
  return (
    <DetailOf endpoint={inspection.detail} request={{ inspectionNo: props.inspectionNo }}>
      {(info) => (
        <>
          <DescriptionList of={info} columns={props.columns} />
          <h3 className="kp-section-title">{t('inspection.evidence')}</h3>
          <Evidence info={info} />
          {info.answers.length > 0 && <h3 className="kp-section-title">{t('inspection.scoreOf')}</h3>}
          <ScoreTable info={info} />
          {info.remark !== null && <p>{info.remark}</p>}
          <Appeal info={info} />
          {info.followUps.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('inspection.followUps')}</h3>
              <Timeline
                label={t('inspection.followUps')}
                entries={info.followUps.map(({ at, byName, actionCode, remark }) => ({
                  id: `${at} ${actionCode}`,
                  at,
                  title: remark,
                  who: byName,
                }))}
              />
            </>
          )}
          {info.announcements.length > 0 && (
            <>
              <h3 className="kp-section-title">{t('inspection.announcements')}</h3>
              <Timeline
                label={t('inspection.announcements')}
                entries={info.announcements.map(({ announcementNo, title, confirmedAt }) => ({
                  id: announcementNo,
                  at: confirmedAt,
                  title,
                  who: info.realName,
                }))}
              />
            </>
          )}
          <h3 className="kp-section-title">{t('tab.history')}</h3>
          <History entries={info.history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}

function Appeal({ info }: { readonly info: Info }) {
  const t = useText();
  if (info.appeal === null) return null;
  return (
    <>
      <h3 className="kp-section-title">{t('inspection.appeal')}</h3>
      <p>{info.appeal}</p>
      {info.decision !== null && (
        <p>
          {t(`APPEAL_DECISION.${info.decision}`)}: {info.decisionReason}
          {info.scoreBefore !== null && ` · ${t('inspection.before', { score: info.scoreBefore })}`}
        </p>
      )}
    </>
  );
}
