import { useText } from '@kituo/sdk';
import { messageNodes, messageTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import { fieldsOf, merchantOptions, useFormValues, type VersionedFamily } from '@kituo/sdk/page';

const FIELDS = ['templateName', 'merchantNos', 'en', 'sw', 'zh', 'subjectEn', 'subjectSw', 'subjectZh'] as const;
const { Text, MultiSelect } = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();
const SUBJECTS = { en: 'subjectEn', sw: 'subjectSw', zh: 'subjectZh' } as const;

export type EditedTemplate = Pick<messageTemplate.TemplateRow, 'nodeCode' | 'channelType' | 'templateName'>;

/** What a template says, a version each; `edited` is the one whose form is open. */
export const templateFamily = (edited: () => EditedTemplate | undefined): VersionedFamily => ({
  configKey: messageTemplate.MESSAGE_TEMPLATE_KEY,
  fields: FIELDS,
  form: () => <Fields edited={edited()} />,
  valuesOf: (value) => {
    const texts = messageTemplate.messageTexts.safeParse(value).data;
    if (texts !== undefined) return { ...texts };
    return { ...Object.fromEntries(FIELDS.map((field) => [field, ''])), merchantNos: [] };
  },
});

function Fields({ edited }: { readonly edited: EditedTemplate | undefined }) {
  const t = useText();
  const node = edited && messageNodes.nodeOf(edited.nodeCode);
  const isMail = edited?.channelType === 'EMAIL';
  return (
    <>
      <Text name="templateName" maxLength={64} />
      <MultiSelect name="merchantNos" source={merchantOptions} isOptional hint={t('template.everyMerchant')} />
      {node && (
        <p className="kp-muted">
          {t('template.variables')}{' '}
          <code>
            {Object.keys(node.variables)
              .map((name) => `{{${name}}}`)
              .join(' ')}
          </code>
          {node.optional && (
            <> {t('template.optional', { names: node.optional.map((name) => `{{${name}}}`).join(' ') })}</>
          )}
        </p>
      )}
      {messageNodes.messageLanguage.options.map((language) => {
        const isOptional = node?.languages.includes(language) !== true;
        return (
          <div key={language}>
            {isMail && <Text name={SUBJECTS[language]} maxLength={120} isOptional />}
            <Text name={language} isLong maxLength={1_000} isOptional={isOptional} />
            {edited?.channelType === 'SMS' && <Parts language={language} />}
          </div>
        );
      })}
    </>
  );
}

/** As how many messages the text is paid, and the character that makes it dearer. */
function Parts({ language }: { readonly language: messageNodes.MessageLanguage }) {
  const t = useText();
  const text = useFormValues()[language];
  if (typeof text !== 'string' || text === '') return null;
  const { parts, encoding, dearest } = smsPartsOf(text);
  return (
    <p className="kp-muted" aria-live="polite">
      {t('template.parts', { count: parts, encoding })}
      {dearest !== null && language !== 'zh' && ` · ${t('template.dearest', { character: dearest })}`}
    </p>
  );
}
