import { formatCount, useText } from '@kituo/sdk';
import type { pluginOperate } from '@kituo/sdk/contracts';
import { failedOf, waited, weightOf, type SectionRow } from './section-row.ts';
import { Spark } from './spark.tsx';

const KINDS = ['http', 'network', 'timeout', 'integrity', 'evaluation', 'incompatible', 'render'] as const;

/** How a version loads and fails in the window, and what for. */
export function HealthTab(props: { readonly row: SectionRow; readonly window: pluginOperate.PluginWindow }) {
  const t = useText();
  const { health, section } = props.row;
  const leftOut = section.rollout?.version === health.version ? section.rollout.leftOut : section.leftOut;
  const seen = KINDS.filter((kind) => health.failures[kind] > 0);
  const figures = [
    [t('field.opens'), formatCount(health.opens)],
    [t('field.openedBy'), formatCount(health.users)],
    [t('field.p50'), waited(health.p50Ms)],
    [t('field.p95'), waited(health.p95Ms)],
    [t('field.failed'), failedOf(health)],
    [t('field.weight'), weightOf(health.bytes)],
    [t('sections.sessionsOut'), formatCount(health.sessionsOut)],
  ] as const;
  return (
    <>
      {leftOut !== null && section.version !== null && (
        <p className="section-fault">{t('sections.leftOut', { why: leftOut })}</p>
      )}
      {health.trippedAt !== null && <p className="section-fault">{t('sections.tripped')}</p>}
      {health.opens + health.failed === 0 ? (
        <p className="section-unopened kp-muted">{t(`sections.unopened.${props.window}`)}</p>
      ) : (
        <>
          <Spark
            opens={health.opensByPart}
            failed={health.failedByPart}
            label={t('sections.spark', { opens: health.opens, failed: health.failed })}
          />
          <p className="section-spark-ends kp-muted">
            <span>{t(`sections.ago.${props.window}`)}</span>
            <span>{t('sections.now')}</span>
          </p>
        </>
      )}
      <dl className="section-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="ks-figures">{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('sections.why')}</h3>
      {seen.length === 0 ? (
        <p className="kp-muted">{t('sections.noFailures')}</p>
      ) : (
        <ul className="section-failures">
          {seen.map((kind) => (
            <li key={kind}>
              <strong className="ks-figures">{health.failures[kind]}</strong>
              <span>{t(`sections.kind.${kind}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
