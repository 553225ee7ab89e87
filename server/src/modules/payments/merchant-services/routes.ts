import { merchantService, type ReplyOf } from '@kituo/sdk/contracts';
import { type Call, implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { sharedRules } from '../../lending/maturity/index.ts';
import { testCallback } from './callback.ts';
import { disableService, requestEnable, requestSave } from './changes.ts';
import { eventExport, serviceExport } from './export.ts';
import { merchantOfKey, rotateKey } from './keys.ts';
import { merchantEvents, readEvent } from './event-list.ts';
import { merchantServices, readService } from './list.ts';
import { resendEvent } from './resend.ts';

/** Due-date rules that the caller may give to a merchant. */
async function readMaturityRules({ db, caller }: Call): Promise<ReplyOf<typeof merchantService.maturityRules>> {
  const rules = (await sharedRules(db, new Date())).filter(({ merchantNo }) => seesMerchant(caller.scope, merchantNo));
  const merchants = await db.selectFrom('merchant').select(['merchantNo', 'merchantName']).execute();
  const nameOf = new Map(merchants.map(({ merchantNo, merchantName }) => [merchantNo, merchantName]));
  return rules.map(({ ruleId, merchantNo, value }) => ({
    maturityCode: ruleId,
    ruleName: value.ruleName,
    merchantName: nameOf.get(merchantNo) ?? merchantNo,
  }));
}

export const routes = [
  implement(merchantService.page, merchantServices.page),
  implement(merchantService.exportList, serviceExport.queue),
  implement(merchantService.detail, readService),
  implement(merchantService.maturityRules, async (_request, call) => await readMaturityRules(call)),
  implement(merchantService.save, requestSave),
  implement(merchantService.enable, requestEnable),
  implement(merchantService.disable, disableService),
  implement(merchantService.rotateKey, rotateKey),
  implement(merchantService.testCallback, testCallback),
  implement(merchantService.eventPage, merchantEvents.page),
  implement(merchantService.eventExport, eventExport.queue),
  implement(merchantService.eventDetail, readEvent),
  implement(merchantService.resendEvent, resendEvent),
  implement(merchantService.apiBalance, async ({ apiKey }, { db, address }) => {
    const merchantNo = await merchantOfKey(db, apiKey, address);
    const account = await db
      .selectFrom('merchantPrepaid')
      .select(['balanceCents', 'creditLineCents'])
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirst();
    const balanceCents = account?.balanceCents ?? 0;
    return { merchantNo, balanceCents, availableCents: balanceCents + (account?.creditLineCents ?? 0) };
  }),
];
