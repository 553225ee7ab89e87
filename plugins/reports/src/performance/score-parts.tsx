import { useText } from '@kituo/sdk';
import { performanceReport } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { figureText } from '../parts/figure.ts';
import type { ReportKind } from '../parts/report-kind.ts';

/** A person's score line by line; nothing of rows that are no person, or without a score. */
export const scoreBeside: NonNullable<ReportKind['beside']> = ({ key, rowKind, figures }, { queryId, dimension }) =>
  rowKind === 'ROW' && dimension === 'PERSON' && typeof figures['performanceScore'] === 'number' ? (
    <ScoreParts queryId={queryId} userNo={key} />
  ) : null;

const HEAD = ['measure', 'value', 'target', 'weightPct', 'points', 'couldAdd'] as const;
const tenth = (value: number) => figureText(value, 'POINTS');

function ScoreParts(props: { readonly queryId: string; readonly userNo: string }) {
  const t = useText();
  const found = useDetail(performanceReport.score, props);
  return (
    <section>
      <h3 className="kp-section-title">{t('score.title')}</h3>
      <Answered detail={found}>
        {({ lines, disciplinePoints, score, raisesMost }) => (
          <>
            <div className="rp-scroll" role="region" aria-label={t('score.title')} tabIndex={0}>
              <table className="rp-table">
                <thead>
                  <tr>
                    {HEAD.map((name) => (
                      <th scope="col" key={name}>
                        {t(`score.${name}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {lines.map(({ measure, value, target, weightPct, points, couldAdd }) => (
                    <tr key={measure}>
                      <th scope="row">{t(`field.${measure}`)}</th>
                      <td className="ks-figures">{figureText(value, performanceReport.measures[measure])}</td>
                      <td className="ks-figures">{figureText(target, performanceReport.measures[measure])}</td>
                      <td className="ks-figures">{tenth(weightPct)}%</td>
                      <td className="ks-figures">{tenth(points)}</td>
                      <td className="ks-figures">+{tenth(couldAdd)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p>{t('score.sum', { score: tenth(score), discipline: disciplinePoints })}</p>
            {raisesMost !== null && <p>{t('score.most', { measure: t(`field.${raisesMost}`) })}</p>}
          </>
        )}
      </Answered>
    </section>
  );
}
