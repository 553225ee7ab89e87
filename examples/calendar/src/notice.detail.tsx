import { EatTime, useText } from '@kituo/sdk';
import type { announcement } from '@kituo/sdk/contracts';
import { DetailDrawer } from '@kituo/sdk/page';

/** What a notice says, and how long it holds. */
export function NoticeDetail(props: {
  readonly notice: announcement.StaffAnnouncement | null;
  readonly onClose: () => void;
}) {
  const t = useText();
  const { notice } = props;
  return (
    <DetailDrawer
      detail={{ data: notice, isLoading: false, error: null, refresh: () => undefined }}
      isOpen={notice !== null}
      title={notice?.title ?? ''}
      onClose={props.onClose}
    >
      {({ content, startAt, endAt, mustConfirm, confirmedAt }) => (
        <>
          <p className="cal-when">
            <EatTime at={startAt} /> – {endAt === null ? t('openEnded') : <EatTime at={endAt} />}
          </p>
          <p className="cal-content">{content}</p>
          {mustConfirm && (
            <p className="cal-when">
              {confirmedAt === null ? (
                t('waits')
              ) : (
                <>
                  {t('confirmed')} <EatTime at={confirmedAt} />
                </>
              )}
            </p>
          )}
        </>
      )}
    </DetailDrawer>
  );
}
