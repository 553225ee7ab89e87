import { formatMoney, useText } from '@kituo/sdk';
import type { orderFile } from '@kituo/sdk/contracts';
import { Section } from './section.tsx';

type Score = NonNullable<orderFile.OrderEntry['score']>;
type Reason = Score['reasons'][number];
type Translate = ReturnType<typeof useText>;

function valueText({ input, value }: Reason, t: Translate): string {
  if (value === null) return t('score.unknown');
  if (input === 'loanType') return t(`LOAN_TYPE.${value}`);
  return input === 'appliedCents' || input === 'monthlyIncomeCents' ? formatMoney(Number(value)) : value;
}

/** What the model said of the application, and what cost it most, in words. */
export function ScoreSection({ score }: { readonly score: Score }) {
  const t = useText();
  const { modelName, score: points, modelLevel, failure, reasons, said } = score;
  const words = [
    ...said,
    ...reasons.map((reason) =>
      t('score.reason', {
        what: t(`score.input.${reason.input}`),
        value: valueText(reason, t),
        points: reason.mostPoints - reason.points,
        count: reason.mostPoints - reason.points,
      }),
    ),
  ];
  return (
    <Section title={t('section.score')}>
      <p>
        {failure === null
          ? t('score.is', { name: modelName, score: points ?? 0, level: modelLevel ?? '-' })
          : t('score.none', { name: modelName, level: modelLevel ?? '-' })}
      </p>
      {words.length > 0 && (
        <ul className="kp-facts">
          {words.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
