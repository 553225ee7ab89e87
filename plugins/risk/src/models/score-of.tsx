import { useText } from '@kituo/sdk';
import type { riskModel } from '@kituo/sdk/contracts';
import { Status } from '@kituo/sdk/page';
import { MODEL_FAILURE } from '../parts/codes.ts';
import { shownValue } from '../parts/money-values.ts';
import { reasonText } from './reason-text.ts';
import '../rules/rules.css';

/** What a model said of an application: score, level, why, and what it read. */
export function ScoreOf({ trace }: { readonly trace: riskModel.ScoreTrace }) {
  const t = useText();
  const { modelName, versionNo, score, modelLevel, failure, elapsedMs, reasons, said, lines } = trace;
  const reasonsSaid = [...said, ...reasons.map((reason) => reasonText(reason, t))];
  return (
    <section aria-label={t('model.score')}>
      <p>
        {failure === null
          ? t('model.scored', { name: modelName, version: versionNo, score: score ?? 0, level: modelLevel ?? '-' })
          : t('model.failed', {
              name: modelName,
              version: versionNo,
              level: modelLevel ?? t('model.person'),
            })}
        {failure !== null && <Status of={MODEL_FAILURE} code={failure} />}
        {elapsedMs !== null && ` ${t('model.took', { ms: elapsedMs })}`}
      </p>
      {reasonsSaid.length > 0 && (
        <>
          <h4>{t('model.reasons')}</h4>
          <ul>
            {reasonsSaid.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <table className="rk-items">
        <thead>
          <tr>
            <th scope="col">{t('field.input')}</th>
            <th scope="col">{t('field.value')}</th>
            <th scope="col">{t('field.points')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.length > 0
            ? lines.map(({ input, value, points }) => (
                <Input key={input} input={input} value={value} points={String(points)} />
              ))
            : Object.entries(trace.inputs).map(([input, value]) => (
                <Input key={input} input={input} value={value === null ? null : String(value)} points="-" />
              ))}
        </tbody>
      </table>
    </section>
  );
}

function Input(props: { readonly input: string; readonly value: string | null; readonly points: string }) {
  const t = useText();
  return (
    <tr>
      <th scope="row">{t(`MODEL_INPUT.${props.input}`)}</th>
      <td>{props.value === null ? '-' : shownValue(props.input, props.value)}</td>
      <td>{props.points}</td>
    </tr>
  );
}
