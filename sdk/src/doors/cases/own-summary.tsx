import { Button, formatDate, formatMoney, useText } from '@kituo/sdk';
import type { collection, ReplyOf } from '@kituo/sdk/contracts';
import type { Detail, List } from '@kituo/sdk/page';
import type { CaseRow } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

type Summary = ReplyOf<typeof collection.byOrder.selfSummary>;

const CHIPS = [
  ['promiseDueToday', 'promisesDueToday'],
  ['brokenPromise', 'brokenPromises'],
  ['untouchedToday', 'untouchedToday'],
] as const;

/** One line of the day's own work; a figure is a filter. */
export function OwnSummary(props: {
  readonly list: List<CaseRow>;
  readonly summary: Detail<Summary>;
  /** True where a borrower can have several. */
  readonly isGroupable: boolean;
}) {
  const { list, summary, isGroupable } = props;
  const isGrouped = list.request.sort?.field === 'borrower';
  const t = useText(CASES_TEXTS);
  const { data } = summary;
  return (
    <div className="cases-line cases-summary" aria-busy={data === null}>
      {CHIPS.map(([filter, figure]) => {
        const isChosen = list.state.filters[filter] === 'true';
        return (
          <Button
            key={filter}
            size="small"
            variant={isChosen ? 'solid' : 'outlined'}
            aria-pressed={isChosen}
            text={`${t(`field.${filter}`)} ${data === null ? '' : String(data[figure])}`}
            onClick={() => {
              list.setFilter(filter, isChosen ? '' : 'true');
            }}
          />
        );
      })}
      {isGroupable && (
        <Button
          size="small"
          variant={isGrouped ? 'solid' : 'outlined'}
          aria-pressed={isGrouped}
          text={t('cases.byBorrower')}
          onClick={() => {
            list.setSort({ field: isGrouped ? 'score' : 'borrower', direction: 'desc' });
          }}
        />
      )}
      <span className="ks-figures">
        {data !== null && t('cases.inHand', { count: data.cases, money: formatMoney(data.dueCents) })}
      </span>
      {data !== null && data.promises.length > 0 && <PromiseDays list={list} days={data.promises} />}
    </div>
  );
}

/** What was promised for which day; a day is a filter. */
function PromiseDays({ list, days }: { readonly list: List<CaseRow>; readonly days: Summary['promises'] }) {
  const t = useText(CASES_TEXTS);
  const chosen = list.state.filters['promisedRepaymentTime'];
  return (
    <span className="cases-line" role="group" aria-label={t('cases.promiseDays')}>
      {t('cases.promiseDays')}
      {days.map(({ day, cases, amountCents }) => {
        const range = `${day}..${day}`;
        const isChosen = chosen === range;
        return (
          <Button
            key={day}
            size="small"
            variant={isChosen ? 'solid' : 'outlined'}
            aria-pressed={isChosen}
            text={`${formatDate(day)}: ${cases} · ${formatMoney(amountCents)}`}
            onClick={() => {
              list.setFilter('promisedRepaymentTime', isChosen ? '' : range);
              list.setFilter('promiseStatus', isChosen ? '' : 'OPEN');
            }}
          />
        );
      })}
    </span>
  );
}
