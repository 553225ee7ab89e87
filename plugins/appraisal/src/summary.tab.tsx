import { eatDay, formatCount, Link, NOTHING, useText } from '@kituo/sdk';
import { discipline } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import './summary.css';

/** How many people the endpoint answers. */
const MAX = 50;
const PATH = '/AdminContent/AppraisalSystem/EmployeeDisciplineData';

/** First and last day of `2026-11`. */
function daysOf(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to };
}

/** Confirmed points of a month by person; a person leads to the records with their evidence. */
export function SummaryTab() {
  const t = useText();
  const [month, setMonth] = useState(() => eatDay().slice(0, 7));
  const happenedOn = daysOf(month);
  const detail = useDetail(discipline.summary, { filters: { happenedOn } });
  const days = `${happenedOn.from}..${happenedOn.to}`;
  return (
    <section className="kp-page" aria-label={t('summary.title')}>
      <header className="kp-head">
        <h1>{t('summary.title')}</h1>
        <input
          type="month"
          className="bp6-input"
          aria-label={t('summary.month')}
          value={month}
          max={eatDay().slice(0, 7)}
          onChange={({ target }) => {
            if (/^\d{4}-\d\d$/.test(target.value)) setMonth(target.value);
          }}
        />
      </header>
      <Groups happenedOn={happenedOn} />
      <Answered detail={detail}>
        {(people) =>
          people.length === 0 ? (
            <p className="kp-muted">{t('summary.none')}</p>
          ) : (
            <table className="ap-summary">
              {people.length === MAX && <caption>{t('summary.cut', { count: MAX })}</caption>}
              <thead>
                <tr>
                  {['realName', 'jobNumber', 'records', 'points', 'flaggedWords'].map((field) => (
                    <th key={field} scope="col">
                      {t(`field.${field}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {people.map((person) => (
                  <tr key={person.userNo}>
                    <th scope="row">
                      {person.jobNumber === null ? (
                        person.realName
                      ) : (
                        <Link
                          to={`${PATH}?jobNumber=${person.jobNumber}&disciplineStatus=CONFIRMED&happenedOn=${days}`}
                        >
                          {person.realName}
                        </Link>
                      )}
                    </th>
                    <td>{person.jobNumber ?? NOTHING}</td>
                    <td className="ks-figures">{formatCount(person.records)}</td>
                    <td className="ks-figures">{formatCount(person.points)}</td>
                    <td className="ks-figures">{formatCount(person.flaggedWords)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Answered>
    </section>
  );
}

/** The same month by department, which leads to its records. */
function Groups({ happenedOn }: { readonly happenedOn: ReturnType<typeof daysOf> }) {
  const t = useText();
  const detail = useDetail(discipline.groupSummary, { filters: { happenedOn } });
  const days = `${happenedOn.from}..${happenedOn.to}`;
  return (
    <Answered detail={detail}>
      {(groups) =>
        groups.length > 0 && (
          <table className="ap-summary">
            <thead>
              <tr>
                {['deptName', 'people', 'records', 'points'].map((field) => (
                  <th key={field} scope="col">
                    {t(`field.${field}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.deptNo}>
                  <th scope="row">
                    {group.deptNo === null ? (
                      (group.deptName ?? NOTHING)
                    ) : (
                      <Link to={`${PATH}?deptNo=${group.deptNo}&disciplineStatus=CONFIRMED&happenedOn=${days}`}>
                        {group.deptName}
                      </Link>
                    )}
                  </th>
                  <td className="ks-figures">{formatCount(group.people)}</td>
                  <td className="ks-figures">{formatCount(group.records)}</td>
                  <td className="ks-figures">{formatCount(group.points)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Answered>
  );
}
