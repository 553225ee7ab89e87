import { useText } from '@kituo/sdk';
import type { inspection, ReplyOf } from '@kituo/sdk/contracts';

type Info = ReplyOf<typeof inspection.detail>;

/** A score line by line: points of each item, and why some were lost. */
export function ScoreTable({ info }: { readonly info: Pick<Info, 'items' | 'answers' | 'score' | 'hasFatal'> }) {
  const t = useText();
  if (info.answers.length === 0) return null;
  return (
    <ul className="kp-facts" aria-label={t('inspection.scoreOf')}>
      {info.items.map(({ itemNo, itemName, weight, isFatal }) => {
        const answer = info.answers.find((one) => one.itemNo === itemNo);
        const isFailed = isFatal && answer?.points === 0;
        return (
          <li key={itemNo}>
            {itemName}: {answer?.points ?? 0}/{weight}
            {isFailed && ` · ${t('inspection.fatal')}`}
            {answer !== undefined && answer.comment !== '' && ` · ${answer.comment}`}
          </li>
        );
      })}
      <li>
        <strong>{t('inspection.total', { total: info.score ?? 0 })}</strong>
      </li>
    </ul>
  );
}
