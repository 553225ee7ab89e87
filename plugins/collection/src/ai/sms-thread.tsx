import { useText } from '@kituo/sdk';
import { nineFour } from '@kituo/sdk/contracts';
import { Timeline, useDetail } from '@kituo/sdk/page';

/** What was sent about an order and what came back, the newest first. */
export function SmsThread({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  const asked = { filters: { orderNo }, page: 1, pageSize: 50, sort: null } as const;
  const sent = useDetail(nineFour.smsBackPage, asked);
  const answers = useDetail(nineFour.replyPage, asked);
  if (sent.data === null || answers.data === null) return null;
  const entries = [
    ...sent.data.rows.map((row) => ({
      id: row.intakeId,
      at: row.receivedAt,
      title: t(row.deliveryStatus === null ? 'aiSmsBacks.sent' : `SMS_DELIVERY.${row.deliveryStatus}`),
      text: row.sentText ?? '',
    })),
    ...answers.data.rows.map((row) => ({
      id: `reply ${row.replyId}`,
      at: row.receivedAt,
      title: t('aiSmsBacks.answered'),
      text: row.replyText,
      tone: 'active' as const,
    })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <>
      <h3 className="kp-section-title">{t('aiSmsBacks.thread')}</h3>
      <Timeline label={t('aiSmsBacks.thread')} entries={entries} />
    </>
  );
}
