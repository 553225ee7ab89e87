import { Failed, formatDate, useText } from '@kituo/sdk';
import { config } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import type { Detail } from '@kituo/sdk/page';
import { factsOf } from './facts-table.tsx';
import { useFactsWords } from './facts-words.ts';
import type { RulesTab } from './rules-fields.ts';
import './rules.css';

type InForce = ReplyOf<typeof config.inForce>;

const REQUEST = {
  ALLOCATION: { key: 'audit.allocation' },
  // Steps are for a merchant, a product, a loan type: what is for all of them is behind the others.
  STEPS: { key: 'audit.reviewSteps', subjectNo: 'ALL_ALL_ALL' },
  REJECT: { key: 'audit.reject' },
  FACE: { key: 'audit.face' },
  AI: { key: 'audit.aiEmployees' },
} as const satisfies Readonly<Record<RulesTab, unknown>>;

/** What applies now, whether or not anybody made a version of it yet. */
export const useInForce = (tab: RulesTab): Detail<InForce> => useDetail(config.inForce, REQUEST[tab]);

/** The rules that hold, with the version they come from; the company's own where nobody made one. */
export function RulesInForce({ detail }: { readonly detail: Detail<InForce> }) {
  const t = useText();
  const { nameOf, shown } = useFactsWords();
  const { data, error, refresh } = detail;
  if (error !== null) return <Failed error={error} onRetry={refresh} />;
  const since =
    data === null
      ? t('config.reading')
      : data.versionNo === null
        ? t('config.fromDefaults')
        : t('config.since', { no: data.versionNo, date: formatDate(data.effectiveFrom) });
  return (
    <section className="rules-now" aria-label={t('config.inForce')} aria-busy={data === null}>
      <h2>
        {t('config.inForce')} <span className="kp-muted">{since}</span>
      </h2>
      <dl>
        {factsOf(data?.value).map(({ field, after }) => (
          <div key={field}>
            <dt>{nameOf(field)}</dt>
            <dd>{shown(field, after)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
