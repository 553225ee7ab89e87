import { formatCount, NOTHING, useText } from '@kituo/sdk';
import { calibration, type ReplyOf } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';
import { Strictness } from './strictness.tsx';
import './agreement.css';

type Sheet = ReplyOf<typeof calibration.agreement>[number];
type Measured = Pick<Sheet, 'judged' | 'agreed' | 'kappa' | 'interval95' | 'word'>;

/** Kappa of each sheet in the days that the list shows, and what was disputed. */
export function Agreement({ filters }: { readonly filters: Readonly<Record<string, unknown>> }) {
  const t = useText();
  const asked = calibration.agreement.request.safeParse({
    ...(typeof filters['sheetNo'] === 'string' && { sheetNo: filters['sheetNo'] }),
    ...(typeof filters['scoredAt'] === 'object' && { scoredAt: filters['scoredAt'] }),
  });
  if (!asked.success) return null;
  return (
    <DetailOf endpoint={calibration.agreement} request={asked.data}>
      {(sheets) => (
        <section className="qc-agreement" aria-label={t('calibration.agreement')}>
          {sheets.map((sheet) => (
            <details key={sheet.sheetNo}>
              <summary>
                {sheet.sheetName}: <strong>{kappaText(sheet, t)}</strong>
                <span className="kp-muted">
                  {' · '}
                  {t('calibration.inspections', { count: sheet.inspections })}
                </span>
              </summary>
              <ul className="kp-facts">
                {sheet.items.map((item) => (
                  <li key={item.itemName}>
                    {item.itemName}: {kappaText(item, t)}
                    {' · '}
                    {t('calibration.disputed', {
                      first: formatCount(item.firstOnly),
                      second: formatCount(item.secondOnly),
                    })}
                  </li>
                ))}
              </ul>
            </details>
          ))}
          {sheets.length > 0 && <Strictness request={asked.data} />}
        </section>
      )}
    </DetailOf>
  );
}

function kappaText({ kappa, interval95, word, agreed, judged }: Measured, t: ReturnType<typeof useText>): string {
  const same = t('calibration.same', { agreed: formatCount(agreed), judged: formatCount(judged) });
  if (kappa === null || interval95 === null || word === null) return `${NOTHING} · ${same}`;
  const { low, high } = interval95;
  return `κ ${kappa.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)}), ${t(`KAPPA_WORD.${word}`)} · ${same}`;
}
