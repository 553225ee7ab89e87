import { Callout, useText } from '@kituo/sdk';
import { merchantService } from '@kituo/sdk/contracts';
import { Ask, AskReason, DetailOf, fieldsOf, FormDialog, ListScreen, useListPage } from '@kituo/sdk/page';
import { useState } from 'react';
import { ServiceDetail } from './service.detail.tsx';
import { serviceColumns, serviceFilters, type ServiceRow } from './service-fields.ts';
import { ServiceForm } from './service.form.tsx';
import { type CreditValues, useServiceActions } from './use-service-actions.ts';

const { Money, Text } = fieldsOf<CreditValues>();

/** The orders that wait until the account is open again. */
function Undelivered({ merchantNo }: { readonly merchantNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={merchantService.detail} request={{ merchantNo }}>
      {({ undelivered }) => <p>{t('service.undelivered', { count: undelivered })}</p>}
    </DetailOf>
  );
}

/** Each merchant's service account: interfaces, keys, callbacks, balance alarms. */
export function ServiceList() {
  const t = useText();
  const [columns] = useState(() => serviceColumns((service) => t(`MERCHANT_SERVICE.${service}`)));
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string } | null>(null);
  const screen = useListPage<ServiceRow>({
    load: merchantService.page,
    idOf: (row) => row.merchantNo,
    columns,
    filters: serviceFilters,
    defaultSort: 'merchantNo',
    file: { endpoint: merchantService.exportList, jobKind: 'merchantServices.export' },
  });
  const actions = useServiceActions(screen.list, setMade);
  return (
    <ListScreen
      of={screen}
      title={t('service.title')}
      nameOf={(row) => row.merchantName}
      above={
        made && (
          <Callout intent="success" icon={null}>
            {t('service.newKey', { name: made.name })} <code>{made.secret}</code>
          </Callout>
        )
      }
      rowActions={[
        actions.enable,
        actions.update,
        actions.creditLine,
        actions.testCallback,
        actions.rotateKey,
        actions.disable,
      ]}
      detail={({ merchantNo }) => <ServiceDetail merchantNo={merchantNo} columns={columns} />}
      emptyText={t('service.none')}
    >
      <ServiceForm action={actions.update} />
      <FormDialog
        action={actions.creditLine}
        defaults={(row): CreditValues => ({ creditLineCents: row.creditLineCents, reason: '' })}
      >
        <Money name="creditLineCents" />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <AskReason action={actions.enable} />
      <AskReason action={actions.disable}>
        <p>{t('service.disableText')}</p>
        {actions.disable.subject !== null && <Undelivered merchantNo={actions.disable.subject.merchantNo} />}
      </AskReason>
      <AskReason action={actions.rotateKey}>
        <p>{t('service.rotateText')}</p>
      </AskReason>
      <Ask action={actions.testCallback} say={({ callbackUrl }) => t('service.testText', { url: callbackUrl ?? '' })} />
    </ListScreen>
  );
}
