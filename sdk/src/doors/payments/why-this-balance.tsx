import { formatDate, formatMoney, Money, useText } from '@kituo/sdk';
import { ledger } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { DetailDrawer, useDetail } from '@kituo/sdk/page';
import { madeOf } from './made-of.ts';
import { PAYMENTS_TEXTS } from './payments-texts.ts';

type Account = ReplyOf<typeof ledger.whyThisBalance>['claim'];

/** Why a bill owes what it owes: each component with the postings that sum to it, each with the balance after it. */
export function WhyThisBalance(props: { readonly billNo: string | null; readonly onClose: () => void }) {
  const { billNo } = props;
  const t = useText(PAYMENTS_TEXTS);
  const detail = useDetail(ledger.whyThisBalance, billNo === null ? null : { billNo });
  return (
    <DetailDrawer
      detail={detail}
      isOpen={billNo !== null}
      title={t('why.title', { bill: billNo ?? '' })}
      onClose={props.onClose}
    >
      {(why) => (
        <>
          <p>
            {t('why.owes')} <Money cents={why.outstandingCents} /> ·{' '}
            {t('why.through', { day: formatDate(why.chargedThrough) })}
          </p>
          {why.inDuplum !== null && (
            <p className="kp-muted">
              <meter
                min={0}
                max={why.inDuplum.baseCents}
                value={why.inDuplum.chargedCents}
                aria-label={t('why.inDuplumMeter')}
              />{' '}
              {t('why.inDuplum', {
                charged: formatMoney(why.inDuplum.chargedCents),
                base: formatMoney(why.inDuplum.baseCents),
              })}
            </p>
          )}
          {why.components.map(({ component, ...account }) => (
            <Lines key={component} title={t(`COMPONENT.${component}`)} account={account} />
          ))}
          <Lines title={t('why.claim')} account={why.claim} />
        </>
      )}
    </DetailDrawer>
  );
}

/** The postings of a component, oldest first; the balance after the last is what is owed of it. */
function Lines({ title, account }: { readonly title: string; readonly account: Account }) {
  const t = useText(PAYMENTS_TEXTS);
  const { balanceCents, lines } = account;
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="kp-section-title">
        {title} · <Money cents={balanceCents} />
      </h3>
      <table className="payments-why-lines">
        <thead>
          <tr>
            <th scope="col">{t('why.day')}</th>
            <th scope="col">{t('why.posting')}</th>
            <th scope="col" className="payments-why-money">
              {t('why.amount')}
            </th>
            <th scope="col" className="payments-why-money">
              {t('why.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={`${line.journalId}-${index}`}>
              <td>{formatDate(line.businessDate)}</td>
              <td>
                {t(`JOURNAL_KIND.${line.journalKind}`)}
                {line.reversesId !== null && ` (${t('why.reverses')})`}
                {madeOf(line, t).map((sentence) => (
                  <span key={sentence} className="payments-why-made">
                    {sentence}
                  </span>
                ))}
                <span className="kp-muted">
                  {[line.flowNo, line.makerName, line.checkerName, line.ruleVersion].filter(Boolean).join(' · ')}
                </span>
              </td>
              <td className="payments-why-money">
                <Money cents={line.amountCents} />
              </td>
              <td className="payments-why-money">
                <Money cents={line.runningCents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
