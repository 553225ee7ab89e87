import { formatDate, formatMoney, useText } from '@kituo/sdk';
import { useDetail, useFormValues } from '@kituo/sdk/page';
import { systemOf } from './case-system.ts';
import type { CaseRow } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

/** What a link of a case may ask for, and the bills that the typed amount reaches, the oldest first. */
export function CaseReach({ row }: { readonly row: CaseRow }) {
  const t = useText(CASES_TEXTS);
  const { amountCents } = useFormValues();
  const typed = typeof amountCents === 'number' && amountCents > 0 ? { amountCents } : {};
  const { data } = useDetail(systemOf(row.caseScope).reach, { caseId: row.caseId, ...typed });
  if (data === null) return null;
  const { fromCents, toCents, bills } = data;
  return (
    <div aria-live="polite">
      <p className="kp-muted">{t('cases.linkBounds', { from: formatMoney(fromCents), to: formatMoney(toCents) })}</p>
      <ul className="kp-facts">
        {bills.map((bill) => (
          <li key={bill.billNo}>
            {bill.billNo} · {formatDate(bill.dueDate)} · {formatMoney(bill.amountCents)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Says where what is promised for a bill would all go to older ones. */
export function OlderFirst({ row, amountCents }: { readonly row: CaseRow; readonly amountCents: number }) {
  const t = useText(CASES_TEXTS);
  const { olderDueCents } = row;
  if (olderDueCents === 0) return null;
  const isShort = amountCents > 0 && amountCents <= olderDueCents;
  return (
    <p className={isShort ? 'cases-shut' : 'kp-muted'} role={isShort ? 'alert' : undefined}>
      {t(isShort ? 'cases.promiseShort' : 'cases.olderFirst', { money: formatMoney(olderDueCents) })}
    </p>
  );
}
