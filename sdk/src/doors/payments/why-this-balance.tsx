import { formatDate, Money, useText } from '@kituo/sdk';
import { ledger } from '@kituo/sdk/contracts';
import { DetailDrawer, useDetail } from '@kituo/sdk/page';
import { PAYMENTS_TEXTS } from './payments-texts.ts';

/** Why a bill owes what it owes: each component with the postings that sum to it. */
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
          {why.components
            .filter(({ lines }) => lines.length > 0)
            .map(({ component, balanceCents, lines }) => (
              <section key={component}>
                <h3 className="kp-section-title">
                  {t(`COMPONENT.${component}`)} · <Money cents={balanceCents} />
                </h3>
                <table className="payments-why-lines">
                  <tbody>
                    {lines.map((line, index) => (
                      <tr key={`${line.journalId}-${index}`}>
                        <td>{formatDate(line.businessDate)}</td>
                        <td>
                          {t(`JOURNAL_KIND.${line.journalKind}`)}
                          {line.reversesId !== null && ` (${t('why.reverses')})`}
                          <span className="kp-muted">
                            {[line.makerName, line.ruleVersion].filter(Boolean).join(' · ')}
                          </span>
                        </td>
                        <td className="payments-why-money">
                          <Money cents={line.amountCents} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            ))}
        </>
      )}
    </DetailDrawer>
  );
}
