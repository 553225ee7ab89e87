import { formatMoney, useText } from '@kituo/sdk';
import { Ask, AskReason, dictionaryOptions, fieldsOf, FormDialog, useFormValues } from '@kituo/sdk/page';
import { WaiverForm } from '@kituo/sdk/waivers';
import { CaseReach, OlderFirst } from './case-reach.tsx';
import type { CaseRow } from './case-system.ts';
import { todayPlus } from './days.ts';
import { MESSAGE_LANGUAGE, SMS_TEMPLATE } from './case-words.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import type { CaseWork, LinkValues, PromiseValues, PromptValues, SmsValues } from './use-case-work.ts';

const { Money, Date: Day, Select, Segmented, Switch } = fieldsOf<PromiseValues & SmsValues & LinkValues>();
const LAST_DAY = 7;

/** The dialogs of one's own cases. */
export function CaseWorkForms({ work }: { readonly work: CaseWork }) {
  const t = useText(CASES_TEXTS);
  return (
    <>
      <FormDialog
        action={work.promise}
        defaults={({ dueCents, olderDueCents }): PromiseValues => ({
          promiseAmountCents: dueCents + olderDueCents,
          promisedRepaymentTime: todayPlus(0),
          promiseChannel: 'MPESA',
        })}
      >
        {(row) => (
          <>
            <Money name="promiseAmountCents" />
            <PromiseOlder row={row} />
            <Day name="promisedRepaymentTime" min={todayPlus(0)} max={todayPlus(LAST_DAY)} />
            <Select name="promiseChannel" options={dictionaryOptions('PROMISE_CHANNEL')} />
          </>
        )}
      </FormDialog>
      <AskReason action={work.cancelPromise} />
      <FormDialog
        action={work.prompt}
        defaults={({ dueCents, olderDueCents }): PromptValues => ({ amountCents: dueCents + olderDueCents })}
      >
        {({ dueCents, olderDueCents, payoffCents }) => (
          <>
            <Money
              name="amountCents"
              hint={t('cases.promptHint', { due: formatMoney(dueCents), payoff: formatMoney(payoffCents) })}
            />
            {olderDueCents > 0 && <p>{t('cases.olderFirst', { money: formatMoney(olderDueCents) })}</p>}
          </>
        )}
      </FormDialog>
      <FormDialog
        action={work.link}
        defaults={({ dueCents, olderDueCents }): LinkValues => ({
          amountCents: Math.ceil((dueCents + olderDueCents) / 100) * 100,
          sendSms: true,
          language: 'sw',
        })}
      >
        {(row) => (
          <>
            <Money
              name="amountCents"
              hint={t('cases.promptHint', { due: formatMoney(row.dueCents), payoff: formatMoney(row.payoffCents) })}
            />
            <CaseReach row={row} />
            <Switch name="sendSms" />
            <Segmented name="language" options={MESSAGE_LANGUAGE} />
            <p>{t('cases.linkUntil')}</p>
          </>
        )}
      </FormDialog>
      <Ask action={work.number} say={() => t('cases.numberEffect')} />
      <AskReason action={work.retain}>
        <p>{t(work.retain.opened?.subject.caseScope === 'BILL' ? 'cases.retainBillEffect' : 'cases.retainEffect')}</p>
      </AskReason>
      <Ask action={work.cancelRetain} say={() => t('cases.cancelRetainEffect')} />
      <FormDialog
        action={work.sms}
        defaults={({ row }): SmsValues => ({
          templateCode: row.dpd > 0 ? 'OVERDUE_NOTICE' : 'DUE_REMINDER',
          language: 'en',
        })}
      >
        <Select name="templateCode" options={SMS_TEMPLATE} />
        <Segmented name="language" options={MESSAGE_LANGUAGE} />
      </FormDialog>
      <WaiverForm of={work.waiver} />
    </>
  );
}

/** What older bills take of the amount that is typed. */
function PromiseOlder({ row }: { readonly row: CaseRow }) {
  const { promiseAmountCents } = useFormValues();
  return <OlderFirst row={row} amountCents={typeof promiseAmountCents === 'number' ? promiseAmountCents : 0} />;
}
