import { Allowed, useText } from '@kituo/sdk';
import { appContent } from '@kituo/sdk/contracts';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { APP_CONTENT_TYPE } from './content-codes.ts';
import { ContractDocument } from './contract-document.tsx';
import { PhoneFrame } from './phone-frame.tsx';

const {
  Image,
  Languages,
  Moment,
  Number: Count,
  Select,
  Text,
} = fieldsOf<Record<keyof appContent.AppContentRule, unknown>>();

/** Languages of contracts. */
const WRITTEN = ['en', 'sw'];
/** As wide and high as the app's cards: 16 to 9. */
const SHOWN_ASPECT = 16 / 9;

/** What the app shows: where, in which languages, from when to when. */
export function ContentFields() {
  const t = useText();
  const { contentType, merchantNo, title, content, image } = useFormValues();
  const english = (texts: unknown): string =>
    typeof texts === 'object' && texts !== null && 'en' in texts && typeof texts.en === 'string' ? texts.en : '';
  const attached = appContent.contentImage.safeParse(image).data;
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="contentType" options={APP_CONTENT_TYPE} />
      <Languages name="title" maxLength={64} />
      <Languages name="content" maxLength={20_000} rows={6} />
      {contentType === 'CONTRACT' && (
        <p className="kp-muted">
          {t('content.variables', { names: appContent.CONTRACT_VARIABLES.map((name) => `{{${name}}}`).join(' ') })}
        </p>
      )}
      {contentType === 'CONTRACT' && typeof merchantNo === 'string' && (
        <Allowed code="operation:contractTemplate:update">
          {WRITTEN.map((language) => (
            <ContractDocument key={`${merchantNo} ${language}`} merchantNo={merchantNo} language={language} />
          ))}
        </Allowed>
      )}
      <Text name="link" isOptional maxLength={500} hint={t('content.linkHint')} />
      {contentType !== 'CONTRACT' && typeof merchantNo === 'string' && (
        <>
          <Image
            name="image"
            subjectType="appContent"
            subjectNo={merchantNo}
            aspect={SHOWN_ASPECT}
            isOptional
            hint={t('content.imageHint')}
          />
          <PhoneFrame title={english(title)} text={english(content)} attachId={attached?.attachId ?? null} />
        </>
      )}
      <Count name="sort" hint={t('hotline.sortHint')} />
      <div className="kp-pair">
        <Moment name="startAt" isOptional />
        <Moment name="endAt" isOptional />
      </div>
    </>
  );
}
