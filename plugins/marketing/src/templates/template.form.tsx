import { useText } from '@kituo/sdk';
import { type ReplyOf, smsMarketingTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, merchantOptions, useDetail, useFormValues } from '@kituo/sdk/page';
import { MARKETING_LANGUAGE, MARKETING_SCENE } from '../marketing-words.ts';
import { useSettled } from '../parts/use-settled.ts';
import { markedText } from './marked-text.ts';
import { PhonePreview } from './phone-preview.tsx';
import type { TemplateRow } from './template-fields.ts';
import './templates.css';

export interface TemplateValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly templateName: string;
  readonly scene: TemplateRow['scene'];
  readonly language: TemplateRow['language'];
  readonly content: string;
  readonly acceptsWarnings: boolean;
}
const { Segmented, Select, Switch, Text } = fieldsOf<TemplateValues>();

const valuesOf = (row: TemplateRow | null): TemplateValues => ({
  merchantNo: row?.merchantNo ?? null,
  templateName: row?.templateName ?? '',
  scene: row?.scene ?? 'REPEAT_LOAN',
  language: row?.language ?? 'en',
  content: row?.content ?? '',
  acceptsWarnings: false,
});
export const templateOf = ({
  merchantNo,
  templateName,
  scene,
  language,
  content,
  acceptsWarnings,
}: TemplateValues) => ({
  merchantNo: merchantNo ?? '',
  templateName,
  scene,
  language,
  content,
  acceptsWarnings,
});

/** A text: for whom, about what, in which language, and what it says. */
export function TemplateForm<Subject extends TemplateRow | null>(props: {
  readonly action: Action<Subject, TemplateValues>;
}) {
  return (
    <FormDrawer action={props.action} defaults={(row) => valuesOf(row)}>
      <Select name="merchantNo" options={merchantOptions} />
      <Text name="templateName" maxLength={64} />
      <Segmented name="scene" options={MARKETING_SCENE} />
      <Segmented name="language" options={MARKETING_LANGUAGE} />
      <Content />
    </FormDrawer>
  );
}

/** Counts as it is typed, the opt-out text included, and names the character that makes it dearer. */
function Content() {
  const t = useText();
  const { content, merchantNo } = useFormValues();
  const typed = typeof content === 'string' ? content : '';
  const settled = useSettled(typed.trim());
  const { data } = useDetail(
    smsMarketingTemplate.check,
    typeof merchantNo === 'string' && settled !== '' ? { merchantNo, content: settled } : null,
  );
  const { parts, dearest } = smsPartsOf(smsMarketingTemplate.fillIn(typed, undefined, data?.optOutText));
  const counted = t('template.parts', { count: parts });
  const hint = dearest === null ? counted : `${counted} ${t('template.dearest', { character: dearest })}`;
  return (
    <>
      <Text name="content" isLong maxLength={600} hint={hint} />
      <p>
        {t('template.variables', {
          names: smsMarketingTemplate.TEMPLATE_VARIABLES.map((one) => `{{${one}}}`).join(' '),
        })}
      </p>
      {data !== null && <Checked text={settled} of={data} />}
    </>
  );
}

/** What the server says of the text once typing rests: words marked in their places, and the phone's view. */
function Checked(props: { readonly text: string; readonly of: ReplyOf<typeof smsMarketingTemplate.check> }) {
  const { text: settled, of: data } = props;
  const t = useText();
  const { language } = useFormValues();
  const isMarked = data.words.some(({ action }) => action === 'BLOCK' || action === 'WARN');
  return (
    <>
      {isMarked && (
        <p className="mk-marked" role="status">
          {markedText(settled, data.words).map(({ text, mark }, index) =>
            mark === null ? (
              text
            ) : (
              <mark key={index} data-mark={mark} title={t(`template.${mark === 'BLOCK' ? 'blocked' : 'warned'}`)}>
                {text}
              </mark>
            ),
          )}
        </p>
      )}
      {data.words.some(({ action }) => action === 'BLOCK') && (
        <p className="kp-note kp-note-wrong">{t('template.hasBlocked')}</p>
      )}
      {!data.hasLenderName && <p className="kp-note kp-note-wrong">{t('template.noLender')}</p>}
      {data.unknownVariables.length > 0 && (
        <p className="kp-note kp-note-wrong">
          {t('template.unknown', { names: data.unknownVariables.map((one) => `{{${one}}}`).join(' ') })}
        </p>
      )}
      {data.foreignLinks.length > 0 && (
        <p className="kp-note kp-note-wrong">{t('template.foreign', { links: data.foreignLinks.join(', ') })}</p>
      )}
      {data.words.some(({ action }) => action === 'WARN') && <Switch name="acceptsWarnings" />}
      <PhonePreview text={data.sample} lang={language === 'sw' ? 'sw' : 'en'} />
    </>
  );
}
