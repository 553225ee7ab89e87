import { useText } from '@kituo/sdk';
import { collection } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { CASE_LEVEL } from './case-words.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import { Fold } from './fold.tsx';

const LEVELS = CASE_LEVEL.codes.filter((level) => level !== 'S0');

/** By instalment: where orders first fall behind, and by which level how many are settled. */
export function CureCurve() {
  const t = useText(CASES_TEXTS);
  return <Fold title={t('cases.cureCurve')}>{() => <Curve />}</Fold>;
}

function Curve() {
  const t = useText(CASES_TEXTS);
  const detail = useDetail(collection.outCures, {});
  return (
    <Answered detail={detail}>
      {({ days, terms }) => (
        <>
          <p className="kp-muted">{t('cases.cureSpan', { count: days })}</p>
          <table className="cases-table">
            <thead>
              <tr>
                <th scope="col">{t('field.termNo')}</th>
                <th scope="col">{t('cases.firstMissed')}</th>
                <th scope="col">{t('cases.missed')}</th>
                {LEVELS.map((level) => (
                  <th key={level} scope="col">
                    {t('cases.curedBy', { level })}
                  </th>
                ))}
                <th scope="col">{t('cases.stillOpen')}</th>
              </tr>
            </thead>
            <tbody>
              {terms.map((term) => (
                <tr key={term.termNo}>
                  <th scope="row">{term.termNo}</th>
                  <td>{term.firstMissed}</td>
                  <td>{term.missed}</td>
                  {LEVELS.map((level, at) => (
                    <td key={level}>{shareBy(term, LEVELS.slice(0, at + 1))}%</td>
                  ))}
                  <td>{term.open}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Answered>
  );
}

/** Of the late ones, in percent, how many were settled at one of these levels. */
function shareBy(
  term: { readonly missed: number; readonly cured: readonly { readonly caseLevel: string; readonly cases: number }[] },
  levels: readonly string[],
): number {
  const cured = term.cured.reduce((sum, one) => (levels.includes(one.caseLevel) ? sum + one.cases : sum), 0);
  return Math.round((cured / term.missed) * 100);
}
