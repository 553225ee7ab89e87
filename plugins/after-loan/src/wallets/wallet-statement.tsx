import { formatDate, Money, useText } from '@kituo/sdk';
import { wallet } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';

/** A wallet: what it has, what is held, and each reward and withdrawal with the running balance. */
export function WalletStatement({ customerNo }: { readonly customerNo: string }) {
  const t = useText();
  const statement = useDetail(wallet.statement, { customerNo });
  return (
    <>
      <h3 className="kp-section-title">{t('wallet.statement')}</h3>
      <Answered detail={statement}>
        {({ balanceCents, heldCents, lines }) => (
          <>
            <p>
              {t('wallet.balance')} <Money cents={balanceCents} /> · {t('wallet.held')} <Money cents={heldCents} />
            </p>
            <ul className="kp-facts">
              {lines.toReversed().map((line) => (
                <li key={line.journalId}>
                  {formatDate(line.businessDate)} · {t(`JOURNAL_KIND.${line.kind}`)}
                  {line.reversesId !== null && ` (${t('loan.reversed', { no: line.reversesId })})`} · {line.causeNo} ·{' '}
                  <Money cents={line.amountCents} /> → <Money cents={line.balanceCents} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </>
  );
}
