import { useText } from '@kituo/sdk';
import { appContent } from '@kituo/sdk/contracts';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { APP_CONTENT_TYPE } from './content-codes.ts';

const { Languages, Moment, Number: Count, Select, Text } = fieldsOf<Record<keyof appContent.AppContentRule, unknown>>();

/** What the app shows: where, in which languages, from when to when. */
export function ContentFields() {
  const t = useText();
  const { contentType } = useFormValues();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="contentType" options={APP_CONTENT_TYPE} />
      <Languages name="title" maxLength={64} />
      <Languages name="content" maxLength={20_000} />
      {contentType === 'CONTRACT' && (
        <p className="kp-muted">
          {t('content.variables', { names: appContent.CONTRACT_VARIABLES.map((name) => `{{${name}}}`).join(' ') })}
        </p>
      )}
      <Text name="link" isOptional maxLength={500} hint={t('content.linkHint')} />
      <Count name="sort" hint={t('hotline.sortHint')} />
      <div className="kp-pair">
        <Moment name="startAt" isOptional />
        <Moment name="endAt" isOptional />
      </div>
    </>
  );
}
