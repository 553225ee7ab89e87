import { EatTime, useText } from '@kituo/sdk';
import { announcement } from '@kituo/sdk/contracts';
import { ActionButton, Confirm, DetailDrawer, known, useAction } from '@kituo/sdk/page';

/** What a notice says, how long it holds, and the confirmation that it was read where it asks for one. */
export function NoticeDetail(props: {
  readonly notice: announcement.StaffAnnouncement | null;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}) {
  const t = useText();
  const { notice } = props;
  const read = useAction({
    name: 'read',
    endpoint: announcement.confirm,
    request: ({ announcementNo }: announcement.StaffAnnouncement) => ({ announcementNo }),
    facts: ({ title }) => ({ title }),
    onDone: props.onConfirmed,
  });
  const isWaiting = notice !== null && notice.mustConfirm && notice.confirmedAt === null;
  return (
    <>
      <DetailDrawer
        detail={{ data: notice, isLoading: false, error: null, refresh: () => undefined }}
        isOpen={notice !== null}
        title={notice?.title ?? ''}
        onClose={props.onClose}
        actions={isWaiting && <ActionButton action={read} subject={notice} isPrimary />}
      >
        {({ content, startAt, endAt, confirmedAt }) => (
          <>
            <p className="cal-when">
              <EatTime at={startAt} /> – {endAt === null ? t('openEnded') : <EatTime at={endAt} />}
            </p>
            <p className="cal-content">{content}</p>
            {confirmedAt !== null && (
              <p className="cal-when">
                {t('confirmed')} <EatTime at={confirmedAt} />
              </p>
            )}
          </>
        )}
      </DetailDrawer>
      <Confirm action={read} preview={known(true)} describe={() => <p>{t('readEffect')}</p>} />
    </>
  );
}
