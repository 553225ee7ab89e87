import { formatDate, formatDateTime, Money, useText } from '@kituo/sdk';
import { putChannel } from '@kituo/sdk/contracts';
import { ActionButton, Answered, Ask, useAction, useDetail } from '@kituo/sdk/page';
import { HandOver } from './hand-over.tsx';
import { QrCode } from './qr-code.tsx';

/** A channel's link, its days and how it changed hands. */
export function Funnel({ channel }: { readonly channel: putChannel.PutChannelRow }) {
  const t = useText();
  const detail = useDetail(putChannel.funnel, { ruleId: channel.ruleId });
  const accept = useAction({
    name: 'channelAccept',
    endpoint: putChannel.acceptHandover,
    request: (handoverId: number) => ({ handoverId }),
    list: { refresh: detail.refresh },
  });
  return (
    <>
      <Ask action={accept} say={() => t('channel.acceptText')} />
      <Answered detail={detail}>
        {({ link, days, handovers }) => (
          <>
            <h3 className="kp-section-title">{t('channel.link')}</h3>
            {link === null ? (
              <p className="kp-muted">{t('channel.noLink')}</p>
            ) : (
              <>
                <p>{location.origin + link}</p>
                <QrCode text={location.origin + link} label={t('channel.qr', { name: channel.ruleName })} />
              </>
            )}
            <h3 className="kp-section-title">{t('channel.owner')}</h3>
            <p>
              {channel.ownerName === '' ? t('channel.nobody') : channel.ownerName}{' '}
              <HandOver channel={channel} onMoved={detail.refresh} />
            </p>
            <ul className="kp-facts">
              {handovers.map((one) => (
                <li key={one.handoverId}>
                  {formatDateTime(one.at)} · {t('channel.handoverText', { from: one.fromName, to: one.toName })} ·{' '}
                  {one.reason} · {t('channel.spentMonth')} <Money cents={one.spentCents} /> ·{' '}
                  {t('field.dailyBudgetCents')} <Money cents={one.dailyBudgetCents} /> ·{' '}
                  {t('channel.sheetCap', { cap: one.dailyCap < 0 ? t('limit.unlimited') : String(one.dailyCap) })}
                  {one.firstOverduePercent !== null &&
                    ` · ${t('channel.sheetOverdue', { percent: one.firstOverduePercent })}`}{' '}
                  ·{' '}
                  {one.acceptedAt === null
                    ? t('channel.notAccepted')
                    : t('channel.accepted', { at: formatDateTime(one.acceptedAt) })}{' '}
                  {one.mayAccept && <ActionButton action={accept} subject={one.handoverId} />}
                </li>
              ))}
            </ul>
            <h3 className="kp-section-title">{t('channel.funnel')}</h3>
            <ul className="kp-facts">
              {days.map(({ bizDate, clicks, registrations, applications, disbursed, spentCents }) => (
                <li key={bizDate}>
                  {formatDate(bizDate)} ·{' '}
                  {t('channel.dayText', { clicks, registrations, applications, disbursed, count: clicks })} ·{' '}
                  <Money cents={spentCents} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </>
  );
}
