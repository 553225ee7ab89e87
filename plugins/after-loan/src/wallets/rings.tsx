import { formatMoney, Link, Money, useText } from '@kituo/sdk';
import { wallet } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';

type Ring = { readonly because: readonly string[]; readonly memberCount: number };
const WALLETS = '/AdminContent/AfterLoanSystem/WalletRecords';

const becauseOf = ({ because }: Ring, t: ReturnType<typeof useText>) =>
  because.map((reason) => t(`RING_REASON.${reason}`)).join(', ');

/** Wallets that are fed together, those with most money first. */
export function RingList() {
  const t = useText();
  const detail = useDetail(wallet.rings, {});
  return (
    <section className="kp-page" aria-label={t('tab.rings')}>
      <header className="kp-head">
        <h1>{t('tab.rings')}</h1>
      </header>
      <p className="kp-muted">{t('wallet.ringHint')}</p>
      <Answered detail={detail}>
        {({ rings }) =>
          rings.length === 0 ? (
            <p className="kp-muted">{t('wallet.ringNone')}</p>
          ) : (
            rings.map((ring) => (
              <section key={ring.members[0]?.customerNo}>
                <h2 className="kp-section-title">
                  {t('wallet.ringTitle', { count: ring.memberCount })} · {becauseOf(ring, t)}
                </h2>
                <p className="kp-muted">
                  {t('wallet.ringMoney', {
                    rewards: formatMoney(ring.rewardCents),
                    balance: formatMoney(ring.balanceCents),
                    held: formatMoney(ring.heldCents),
                  })}
                </p>
                <ul className="kp-facts">
                  {ring.members.map((member) => (
                    <li key={member.customerNo}>
                      {member.customerNo} · {member.customerName} · {member.phone} ·{' '}
                      <Money cents={member.balanceCents} />
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Answered>
    </section>
  );
}

/** That a wallet hangs together with others, beside a withdrawal of it. */
export function RingsOf({ customerNo }: { readonly customerNo: string }) {
  const t = useText();
  const { data } = useDetail(wallet.rings, { customerNo });
  const [ring] = data?.rings ?? [];
  if (ring === undefined) return null;
  return (
    <p className="bp6-callout bp6-intent-warning" role="note">
      {t('wallet.ringOf', { count: ring.memberCount - 1, because: becauseOf(ring, t) })}{' '}
      <Link to={`${WALLETS}?tab=rings`}>{t('tab.rings')}</Link>
    </p>
  );
}
