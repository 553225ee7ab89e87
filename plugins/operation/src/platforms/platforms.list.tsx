import { Callout, useText } from '@kituo/sdk';
import { partnerPlatform } from '@kituo/sdk/contracts';
import {
  type Action,
  allowedAs,
  Ask,
  AskReason,
  fieldsOf,
  FormDrawer,
  ListScreen,
  merchantOptions,
  onPage,
  onRow,
  PlusIcon,
  useFormValues,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import {
  platformColumns,
  platformFilters,
  platformValues,
  SETTLEMENT_MODE,
  type PlatformRow,
  type PlatformValues,
} from './platform-fields.ts';
import { PlatformDetail, ShelfOf } from './platform.detail.tsx';
import { usePlatformActions } from './use-platform-actions.ts';

const { Date: Day, Image, Segmented, Select, Text } = fieldsOf<PlatformValues>();

/** Partners whose products the loan supermarket shows. */
export function PlatformList() {
  const t = useText();
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string } | null>(null);
  const screen = useListPage<PlatformRow>({
    load: partnerPlatform.page,
    idOf: (row) => row.platformCode,
    columns: platformColumns,
    filters: platformFilters,
    defaultSort: 'platformName',
    file: { endpoint: partnerPlatform.exportList, jobKind: 'partnerPlatforms.export' },
  });
  const actions = usePlatformActions(screen.list, setMade);
  return (
    <ListScreen
      of={screen}
      title={t('platform.title')}
      nameOf={(row) => row.platformName}
      above={
        made && (
          <Callout intent="success" icon={null}>
            {t('platform.newSecret', { name: made.name })} <code>{made.secret}</code>
          </Callout>
        )
      }
      pageActions={[onPage(actions.add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        allowedAs(actions.enable, 'enable'),
        onRow<PlatformRow, PlatformRow | null>(actions.update, 'update', (row) => row),
        allowedAs(actions.testCallback, 'testCallback'),
        allowedAs(actions.rotateSecret, 'rotateSecret'),
        allowedAs(actions.disable, 'disable'),
      ]}
      emptyText={t('platform.none')}
      detail={({ platformCode }) => <PlatformDetail platformCode={platformCode} />}
    >
      <PlatformForm action={actions.add} isNew />
      <PlatformForm action={actions.update} />
      <AskReason action={actions.enable}>
        <p>{t('platform.enableText')}</p>
      </AskReason>
      <AskReason action={actions.disable}>
        {actions.disable.subject !== null && <ShelfOf platformCode={actions.disable.subject.platformCode} />}
      </AskReason>
      <AskReason action={actions.rotateSecret}>
        <p>{t('platform.rotateText')}</p>
      </AskReason>
      <Ask action={actions.testCallback} say={({ callbackUrl }) => t('platform.testText', { url: callbackUrl })} />
    </ListScreen>
  );
}

function PlatformForm(props: {
  readonly action: Action<PlatformRow | null, PlatformValues>;
  readonly isNew?: boolean;
}) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={platformValues}>
      {props.isNew === true && <Text name="platformCode" maxLength={32} />}
      <Text name="platformName" maxLength={64} />
      <Select name="merchantNo" options={merchantOptions} />
      <Segmented name="settlementMode" options={SETTLEMENT_MODE} />
      <div className="kp-pair">
        <Text name="licenceNo" maxLength={64} />
        <Day name="licenceExpiresOn" />
      </div>
      <Text name="baseUrl" maxLength={500} />
      <Text name="callbackUrl" maxLength={500} hint={t('platform.callbackHint')} />
      <Text name="ipAllowList" isOptional maxLength={400} hint={t('platform.ipHint')} />
      <Text name="contactEmail" maxLength={128} />
      <Logo />
      <Text name="reason" isLong maxLength={200} />
    </FormDrawer>
  );
}

/** Kept with the merchant: chosen once the merchant is. */
function Logo() {
  const t = useText();
  const { merchantNo } = useFormValues();
  if (typeof merchantNo !== 'string' || merchantNo === '') return null;
  return (
    <Image
      name="logo"
      subjectType="partnerPlatform"
      subjectNo={merchantNo}
      aspect={1}
      isOptional
      hint={t('platform.logoHint')}
    />
  );
}
