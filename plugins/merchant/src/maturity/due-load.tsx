import { formatDate, formatMoney, useText } from '@kituo/sdk';
import { maturity } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';

interface Day {
  readonly day: string;
  readonly isBusinessDay: boolean;
  readonly currentCents: number;
  readonly draftCents: number;
}

/** How dark a day is: its share of the fullest one. */
const shadeOf = (cents: number, most: number): string => (most === 0 ? '0' : (0.85 * (cents / most)).toFixed(2));

/** Money that falls due a day, now and by the rule in the form; days without staff are marked. */
export function DueLoad(props: { readonly merchantNo: unknown; readonly value: unknown }) {
  const t = useText();
  const asked = maturity.dueLoad.request.safeParse(props);
  const found = useDetail(maturity.dueLoad, asked.success ? asked.data : null);
  if (!asked.success) return null;
  return (
    <section aria-live="polite">
      <h3 className="kp-section-title">{t('maturity.load')}</h3>
      <Answered detail={found}>
        {({ loans, days }) =>
          loans === 0 ? <p className="kp-muted">{t('maturity.noLoad')}</p> : <Days days={days} loans={loans} />
        }
      </Answered>
    </section>
  );
}

function Days({ days, loans }: { readonly days: readonly Day[]; readonly loans: number }) {
  const t = useText();
  const most = Math.max(...days.flatMap(({ currentCents, draftCents }) => [currentCents, draftCents]));
  const idle = days.filter(({ isBusinessDay, draftCents }) => !isBusinessDay && draftCents > 0).length;
  return (
    <>
      <p className="kp-muted">
        {t('maturity.loadOf', { count: loans })} · {t('maturity.idleDays', { count: idle })}
      </p>
      <table className="kp-heat" aria-label={t('maturity.load')}>
        <thead>
          <tr>
            <th scope="col">{t('maturity.day')}</th>
            <th scope="col">{t('maturity.current')}</th>
            <th scope="col">{t('maturity.draft')}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ currentCents, draftCents }) => currentCents > 0 || draftCents > 0)
            .map(({ day, isBusinessDay, currentCents, draftCents }) => (
              <tr key={day}>
                <th scope="row">
                  {formatDate(day)}
                  {!isBusinessDay && ` · ${t('maturity.holiday')}`}
                </th>
                {[currentCents, draftCents].map((cents, place) => (
                  <td key={place} style={{ backgroundColor: `rgb(45 114 210 / ${shadeOf(cents, most)})` }}>
                    {formatMoney(cents)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
