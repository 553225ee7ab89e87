import { usePluginScope, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { allowedAs, onRow, useAction } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { dialCall } from '@kituo/sdk/phone';
import { useWaiver } from '@kituo/sdk/waivers';
import type { CaseListParts } from './case-list.tsx';
import { systemOf } from './case-system.ts';
import type { CaseRow, CaseScope } from './case-system.ts';
import { showLink, showNumber } from './case-link-made.tsx';
import { CASES_TEXTS } from './cases-texts.ts';

export interface PromiseValues extends Record<string, unknown> {
  readonly promiseAmountCents: number | null;
  readonly promisedRepaymentTime: string | null;
  readonly promiseChannel: string;
}
export interface SmsValues extends Record<string, unknown> {
  readonly templateCode: string;
  readonly language: 'en' | 'sw';
}
export interface PromptValues extends Record<string, unknown> {
  readonly amountCents: number | null;
}
export interface LinkValues extends PromptValues {
  readonly sendSms: boolean;
  readonly language: 'en' | 'sw';
}
/** Whom a message about a case goes to. */
export interface Contact {
  readonly row: CaseRow;
  readonly line: Pick<collection.ContactLine, 'partyId' | 'partyName'>;
}

const WORKED = new Set(['COLLECTING', 'RETAINED']);
/** What an empty field sends: refused beside it, as the contract says. */
const NOTHING_TYPED = 0;

/** What a collector does with a case of their own beside calling and noting. */
export function useCaseWork(scope: CaseScope, { list }: { readonly list: Pick<CaseListParts['list'], 'refresh'> }) {
  const t = useText(CASES_TEXTS);
  const pluginScope = usePluginScope();
  const { of, prompt: promptEndpoint, link: linkEndpoint, number: numberEndpoint } = systemOf(scope);
  const shared = {
    words: t,
    list: { refresh: list.refresh },
    facts: (row: CaseRow) => ({ name: row.caseNo, level: row.caseLevel }),
  };
  const promise = useAction({
    ...shared,
    name: 'casePromise',
    endpoint: of.promiseSave,
    request: (row: CaseRow, values: PromiseValues) => ({
      caseId: row.caseId,
      promiseAmountCents: values.promiseAmountCents ?? NOTHING_TYPED,
      promisedRepaymentTime: values.promisedRepaymentTime ?? '',
      promiseChannel: values.promiseChannel,
    }),
  });
  const cancelPromise = useAction({
    ...shared,
    name: 'casePromiseCancel',
    endpoint: of.promiseCancel,
    request: (row: CaseRow, { reason }: { reason: string }) => ({ promiseNo: row.promiseNo ?? '', reason }),
    isDangerous: true,
  });
  const prompt = useAction({
    ...shared,
    name: 'casePrompt',
    endpoint: promptEndpoint,
    request: (row: CaseRow, values: PromptValues) => ({
      caseId: row.caseId,
      amountCents: values.amountCents ?? NOTHING_TYPED,
    }),
  });
  const link = useAction({
    ...shared,
    name: 'caseLink',
    endpoint: linkEndpoint,
    request: (row: CaseRow, { amountCents, sendSms, language }: LinkValues) => ({
      caseId: row.caseId,
      amountCents: amountCents ?? NOTHING_TYPED,
      sendSms,
      language,
    }),
    isSilent: () => true,
    onDone: (made) => {
      showLink(pluginScope, t, made);
    },
  });
  const number = useAction({
    ...shared,
    name: 'caseNumber',
    endpoint: numberEndpoint,
    request: (row: CaseRow) => ({ caseId: row.caseId }),
    isSilent: () => true,
    onDone: (made) => {
      showNumber(pluginScope, t, made);
    },
  });
  const retain = useAction({
    ...shared,
    name: 'caseRetain',
    endpoint: of.selfRetain,
    request: (row: CaseRow, { reason }: { reason: string }) => ({ caseIds: [row.caseId], reason }),
  });
  const cancelRetain = useAction({
    ...shared,
    name: 'caseCancelRetain',
    endpoint: of.selfCancelRetain,
    request: (row: CaseRow) => ({ caseIds: [row.caseId] }),
  });
  const sms = useAction({
    words: t,
    list: { refresh: list.refresh },
    name: 'caseSms',
    endpoint: of.sms,
    facts: ({ line }: Contact) => ({ name: line.partyName }),
    request: ({ row, line }: Contact, values: SmsValues) => ({
      caseId: row.caseId,
      partyId: line.partyId,
      templateCode: values.templateCode,
      language: values.language,
    }),
  });
  const dial = useAction({
    words: t,
    list: { refresh: list.refresh },
    name: 'caseCall',
    endpoint: of.call,
    facts: ({ line }: Contact) => ({ name: line.partyName }),
    request: ({ row, line }: Contact) => ({ caseId: row.caseId, partyId: line.partyId }),
    // The telephone in the browser shows what comes of it; an extension rings out of sight.
    isSilent: ({ callNo }) => callNo !== null,
    onDone: ({ callNo }, contact) => {
      const retry = (): void => {
        dial.open(contact);
      };
      if (callNo !== null) void dialCall({ callNo, name: contact.line.partyName, retry });
    },
  });
  const waiver = useWaiver(scope, { refresh: list.refresh });
  const rowActions: readonly RowAction<CaseRow>[] = [
    allowedAs(promise, 'promise'),
    {
      ...cancelPromise,
      isAllowed: (row) => cancelPromise.isPermitted && row.promiseStatus === 'OPEN' && row.promiseNo !== null,
    },
    { ...prompt, isAllowed: (row) => prompt.isPermitted && WORKED.has(row.caseStatus) },
    { ...link, isAllowed: (row) => link.isPermitted && WORKED.has(row.caseStatus) },
    { ...number, isAllowed: (row) => number.isPermitted && WORKED.has(row.caseStatus) },
    onRow(waiver.apply, 'waive', ({ orderNo, billNo }: CaseRow) => ({ orderNo, billNo })),
    allowedAs(retain, 'retain'),
    allowedAs(cancelRetain, 'cancelRetain'),
  ];
  return { promise, cancelPromise, prompt, link, number, retain, cancelRetain, sms, dial, waiver, rowActions };
}

export type CaseWork = ReturnType<typeof useCaseWork>;
