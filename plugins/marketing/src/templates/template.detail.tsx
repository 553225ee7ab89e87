import { useText } from '@kituo/sdk';
import { smsMarketingTemplate } from '@kituo/sdk/contracts';
import { count, defineColumns, DescriptionList, DetailOf, History, number } from '@kituo/sdk/page';
import { PhonePreview } from './phone-preview.tsx';
import { templateColumns, type TemplateRow } from './template-fields.ts';
import { wordDiff } from './word-diff.ts';
import './templates.css';

const resultColumns = defineColumns<{
  readonly taskNo: string;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly disbursed: number;
}>([
  number('taskNo', { width: 140 }),
  count('sent', { width: 80 }),
  count('delivered', { width: 80 }),
  count('failed', { width: 80 }),
  count('disbursed', { width: 80 }),
]);

/** A text as a phone shows it, its versions with what each changed, and what campaigns came to by it. */
export function TemplateDetail({ templateNo }: Pick<TemplateRow, 'templateNo'>) {
  const t = useText();
  return (
    <DetailOf endpoint={smsMarketingTemplate.detail} request={{ templateNo }}>
      {({ row, versions, sample, results, history }) => (
        <>
          <PhonePreview text={sample} lang={row.language} />
          <DescriptionList of={row} columns={templateColumns} />
          {versions.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('template.versions')}</h3>
              {versions.map(({ versionNo, content }, index) => (
                <Version
                  key={versionNo}
                  versionNo={versionNo}
                  content={content}
                  before={versions[index + 1]?.content}
                />
              ))}
            </section>
          )}
          {results.length > 0 && (
            <section>
              <h3 className="kp-section-title">{t('template.results')}</h3>
              {results.map((one) => (
                <section key={one.taskNo}>
                  <h4>{one.taskName}</h4>
                  <DescriptionList of={one} columns={resultColumns} />
                </section>
              ))}
            </section>
          )}
          <History isTitled entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}

function Version(props: { readonly versionNo: number; readonly content: string; readonly before: string | undefined }) {
  const t = useText();
  const { versionNo, content, before = content } = props;
  return (
    <p className="mk-marked">
      {t('template.version', { version: versionNo })}{' '}
      {wordDiff(before, content).map(({ text, change }, index) => {
        if (change === 'ADDED') return <ins key={index}>{text}</ins>;
        if (change === 'REMOVED') return <del key={index}>{text}</del>;
        return text;
      })}
    </p>
  );
}
