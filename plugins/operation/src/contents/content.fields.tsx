import { Allowed, useText } from '@kituo/sdk';
import { appContent } from '@kituo/sdk/contracts';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { APP_AUDIENCE, APP_CONTENT_TYPE, APP_OS, APP_SLOT } from './content-codes.ts';
import { ContractDocument } from './contract-document.tsx';
import { PaymentMethod } from './payment-method.tsx';
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
/** As wide and high as the app's slots: strips in the list of home, else cards of 16 to 9. */
const aspectOf = (slot: unknown) => (slot === 'HOME_LIST' ? 3 : 16 / 9);

/** What the app shows: where, in which languages, from when to when. */
export function ContentFields() {
  const t = useText();
  const { contentType, slot, merchantNo, title, content, image } = useFormValues();
  const english = (texts: unknown): string =>
    typeof texts === 'object' && texts !== null && 'en' in texts && typeof texts.en === 'string' ? texts.en : '';
  const attached = appContent.contentImage.safeParse(image).data;
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="contentType" options={APP_CONTENT_TYPE} />
      <div className="kp-pair">
        <Select name="slot" options={APP_SLOT} />
        <Select name="os" options={APP_OS} isOptional hint={t('content.osHint')} />
      </div>
      {contentType === 'PAYMENT_HINT' && <PaymentMethod />}
      {contentType !== 'CONTRACT' && <Select name="audience" options={APP_AUDIENCE} />}
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
            key={String(slot)}
            aspect={aspectOf(slot)}
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
