import { formatTime, useText } from '@kituo/sdk';
import { collectionMonitor } from '@kituo/sdk/contracts';
import { useDetail, useRefreshOn } from '@kituo/sdk/page';
import { CaseRecording } from '../ai/case-recording.tsx';

/** What collectors are doing now, read again as calls, pauses and cases change. */
export function LiveWall() {
  const t = useText();
  const { data, refresh } = useDetail(collectionMonitor.live, {});
  useRefreshOn('changed', refresh);
  if (data === null) return null;
  const longest = data.idle[0];
  return (
    <div role="status">
      <ul className="kp-facts kp-in-row">
        {data.people.map(({ presence, people }) => (
          <li key={presence}>
            {t(`PRESENCE.${presence}`)}: <strong>{people}</strong>
          </li>
        ))}
        <li>
          {t('field.isOverCap')}: <strong>{data.overCap}</strong>
        </li>
        <li>
          {t('monitor.untouched')}: <strong>{data.untouchedPromises}</strong>
        </li>
      </ul>
      {longest !== undefined && (
        <p className="kp-muted">
          {longest.lastActionAt === null
            ? t('monitor.idleToday', { name: longest.realName })
            : t('monitor.idleSince', { name: longest.realName, at: formatTime(longest.lastActionAt) })}
        </p>
      )}
      {data.toReview.length > 0 && (
        <section>
          <h3 className="kp-section-title">{t('monitor.toReview')}</h3>
          <ul className="kp-facts">
            {data.toReview.map((one) => (
              <li key={one.attemptId}>
                {t('monitor.longCall', {
                  name: one.realName,
                  case: one.caseNo,
                  at: formatTime(one.at),
                  seconds: one.talkSeconds,
                })}
                {one.hasRecording && <CaseRecording caseScope={one.caseScope} attemptId={one.attemptId} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
